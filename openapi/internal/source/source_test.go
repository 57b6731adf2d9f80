package source

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/document"
)

func TestYAML(t *testing.T) {
	for _, c := range []struct{ yaml, json string }{
		{"a: 1", `{"a":1}`},
		{"- 1.10\n- '1.10'\n- +7\n- 007\n- .5\n- 1.\n- -0.0e+1\n- 0x1F\n- 0o17\n- 1_000\n", `[1.10,"1.10",7,7,0.5,1,-0.0e+1,31,15,"1_000"]`},
		{"[yes, no, on, True, ~, null, 'null', 2020-01-01, 1:30, \"\", =]", `["yes","no","on",true,null,null,"null","2020-01-01","1:30","","="]`},
		{"200: ok\ntrue: 1\n? null\n: x", `{"200":"ok","true":1,"null":"x"}`},
		{"123456789012345678901234567890: 9007199254740993\nb: 1e400", `{"123456789012345678901234567890":9007199254740993,"b":1e400}`},
		{"x: &a {k: 1}\ny: *a\nz:\n  <<: *a\n  m: 2\n", `{"x":{"k":1},"y":{"k":1},"z":{"m":2,"k":1}}`},
		{"x: &a {k: 1, l: 1}\ny: &b {k: 2, n: 2}\nz: {<<: [*a, *b], l: 3}", `{"x":{"k":1,"l":1},"y":{"k":2,"n":2},"z":{"l":3,"k":1,"n":2}}`},
		{"a: |\n  x\n  \"y\"\nb: >\n  x\n  y\n", `{"a":"x\n\"y\"\n","b":"x y\n"}`},
		{"a: !!str 5\nb: !!int 5\nc: !!float 5", `{"a":"5","b":5,"c":5}`},
		{"a: é<&>", `{"a":"é\u003c\u0026\u003e"}`},
		{"\ufeff# comment\n{}", `{}`},
	} {
		f, err := Parse("a.yaml", []byte(c.yaml))
		if err != nil {
			t.Errorf("%q: %v", c.yaml, err)
		} else if string(f.Text) != c.json {
			t.Errorf("%q: got %s, want %s", c.yaml, f.Text, c.json)
		}
	}
}

func TestMistakes(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 12 {
		bomb += fmt.Sprintf("%[2]c: &%[2]c [*%[1]c,*%[1]c,*%[1]c,*%[1]c,*%[1]c,*%[1]c,*%[1]c,*%[1]c,*%[1]c,*%[1]c]\n", 'a'+i, 'b'+i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"a.yaml", "a: 1\nb: 2\na: 3", `line 3, column 1: the name "a" occurs twice in this mapping`},
		{"a.yaml", "a:\n  [1", "line 3, column 1: "},
		{"a.yaml", "a: .inf", "line 1, column 4: JSON has no number .inf"},
		{"a.yaml", "a: !!int x", "line 1, column 4: the value is not one of the type !!int"},
		{"a.yaml", "a: !x y", "line 1, column 4: the tag !x has no counterpart in JSON"},
		{"a.yaml", "? [1]\n: 2", "line 1, column 3: the name of a member must be a string"},
		{"a.yaml", "a: &a [*a]", "line 1, column 8: the alias is inside its own anchor"},
		{"a.yaml", "a: {<<: 1}", "line 1, column 9: only a mapping can be merged"},
		{"a.yaml", strings.Repeat("[", 200) + strings.Repeat("]", 200), "nesting is too deep"},
		{"a.yaml", "", "there is no document"},
		{"a.json", "{\n \"a\": 1,\n \"a\": 2}", "line 3, column 2: duplicate name"},
		{"a.json", "{'a': 1}", "line 1, column 2: "},
		{"openapi", "{\"a\" 1}", "line 1, column 6: "},
		{"a.json", "a: 1", "line 1, column 1: "},
		{"a.json", "/* é */ {\"a\" 1,}", "line 1, column 14: missing colon"},
		{"a.json", "{}\n/* é", "line 2, column 1: unterminated comment"},
	} {
		_, err := Parse(c.name, []byte(c.text))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), c.want) {
			t.Errorf("%.40q: got %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Parse("a.yaml", []byte(bomb)); err == nil {
		t.Error("aliases made a text of any length")
	}
	if _, err := Read(fstest.MapFS{}, "none.yaml"); !errors.Is(err, fs.ErrNotExist) || err.Error() != "cannot be read: file does not exist" {
		t.Error(err)
	}
}

// Each value of a text in YAML has the position of the value in the file.
func TestPlaces(t *testing.T) {
	const yaml = "a:\n  é: [1, x, {k: \"v\"}]\nb: &x\n  - c: |\n      text\n  - y\nd: *x\n"
	f, err := Parse("a.yml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path []any
		want string
	}{
		{nil, "1:1"}, {[]any{"a"}, "2:3"}, {[]any{"a", "é"}, "2:6"}, {[]any{"a", "é", 0}, "2:7"}, {[]any{"a", "é", 1}, "2:10"},
		{[]any{"a", "é", 2, "k"}, "2:17"}, {[]any{"b", 0, "c"}, "4:8"}, {[]any{"b", 1}, "6:5"}, {[]any{"d", 1}, "6:5"},
	} {
		line, column := f.Place(f.Root.Get(c.path...).Offset())
		if got := fmt.Sprintf("%d:%d", line, column); got != c.want {
			t.Errorf("%v: got %s, want %s", c.path, got, c.want)
		}
	}
	j, err := Parse("a.json", []byte("{\n\t\"é\": [1,\r\n2]}"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse("a.json", []byte("\uFEFF{ // é\n/* é */ \"a\": [1,],}"))
	if err != nil {
		t.Fatal(err)
	}
	if line, column := c.Place(c.Root.Get("a").Offset()); line != 2 || column != 14 {
		t.Errorf("after a comment: got %d:%d, want 2:14", line, column)
	}
	check := func(v document.Value) {
		line, column := j.Place(v.Offset())
		if p := v.Position(); line != p.Line || column != p.Rune {
			t.Errorf("%s: got %d:%d, want %d:%d", v.Raw(), line, column, p.Line, p.Rune)
		}
	}
	for name, v := range j.Root.Members() {
		check(name)
		check(v)
		check(v.Element(1))
	}
}
