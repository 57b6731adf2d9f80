package tokenizer

import "testing"

func TestTrace(t *testing.T) {
	type container struct {
		opener int
		name   string // of the current member
		index  int    // of the current element
	}
	for _, c := range []struct {
		src  string
		want []container
	}{
		{``, nil},
		{`1`, nil},
		{`[`, []container{{0, "", 0}}},
		{`[1,2`, []container{{0, "", 1}}},
		{`[[],[],`, []container{{0, "", 2}}},
		{`{`, []container{{0, "", 0}}},
		{`{"a`, []container{{0, "", 0}}},
		{`{"a"`, []container{{0, `"a"`, 0}}},
		{`{"a":"b"`, []container{{0, `"a"`, 0}}},
		{`{"a":"b`, []container{{0, `"a"`, 0}}},
		{`{"a":1,`, []container{{0, "", 1}}},
		{`{"a":1,"b":[{},{"c\"":"]"`, []container{{0, `"b"`, 1}, {11, "", 1}, {15, `"c\""`, 0}}},
		{`["\\",["\"[",`, []container{{0, "", 1}, {6, "", 1}}},
		{`[{"a":[1]},{}]`, nil},
	} {
		frames := trace([]byte(c.src))
		if len(frames) != len(c.want) {
			t.Errorf("%s: %d containers, want %d", c.src, len(frames), len(c.want))
			continue
		}
		for i, f := range frames {
			got := container{f.opener, c.src[f.name.begin:f.name.end], f.index}
			if got != c.want[i] || f.object != (c.src[f.opener] == '{') {
				t.Errorf("%s: container %d: got %+v, object %v; want %+v", c.src, i, got, f.object, c.want[i])
			}
		}
	}
}

func TestPointerTokens(t *testing.T) {
	for body, want := range map[string]string{
		``: "/", `a`: "/a", `a/b`: "/a~1b", `~`: "/~0", `~1`: "/~01", `\u002f\u007E`: "/~1~0", `\"`: `/"`, `é`: "/é",
	} {
		src := []byte(`{"` + body + `":x}`)
		if got := Check(src).(*SyntaxError).Pointer(); got != want {
			t.Errorf("%s: pointer %q, want %q", src, got, want)
		}
	}
}
