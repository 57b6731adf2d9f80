package place

import "testing"

func TestTrace(t *testing.T) {
	type container struct {
		opener int
		name   string // name of the current member
		index  int    // index of the current element
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
		frames := Trace([]byte(c.src))
		if len(frames) != len(c.want) {
			t.Errorf("%s: %d containers, want %d", c.src, len(frames), len(c.want))
			continue
		}
		for i, f := range frames {
			got := container{f.Opener, c.src[f.Name.Begin:f.Name.End], f.Index}
			if got != c.want[i] || f.Object != (c.src[f.Opener] == '{') {
				t.Errorf("%s: container %d: got %+v, object %v; want %+v", c.src, i, got, f.Object, c.want[i])
			}
		}
	}
}

func TestTokens(t *testing.T) {
	for name, token := range map[string]string{"": "", "a": "a", "a/b": "a~1b", "~": "~0", "~1": "~01", "/~0/": "~1~00~1"} {
		if got := EscapeToken(name); got != token {
			t.Errorf("EscapeToken(%q) = %q, want %q", name, got, token)
		}
		if got := UnescapeToken(token); got != name {
			t.Errorf("UnescapeToken(%q) = %q, want %q", token, got, name)
		}
	}
}
