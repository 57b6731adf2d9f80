package dialect

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/tokenizer"
)

// Values are found where they are in the original text, whatever was converted before them.
func TestParsePlaces(t *testing.T) {
	const bom = "\uFEFF"
	for _, c := range []struct {
		dialect     Dialect
		src         string
		pointer     string
		raw, want   string // the value as it is written in the JSON text and in the source
		start       string // position of the start: the line, and columns in bytes, code points and UTF-16 units
		lineOfEnd   int
		columnOfEnd int
	}{
		{JSON, `{"a": [1, 2]}`, "/a/1", `2`, `2`, "1:11:11:11", 1, 12},
		{JSONC, "// é😀\n{\"a\": /* é */ [1, 2]}", "/a", `[1, 2]`, `[1, 2]`, "2:16:15:15", 2, 22},
		{JSONC, "/* é\n */ [1]", "/0", `1`, `1`, "2:6:6:6", 2, 7},
		{JSONC, "// one\r\n[\r\n  true, // two\r\n  \"x\"]\r\n", "/1", `"x"`, `"x"`, "4:3:3:3", 4, 6},
		{JWCC, "[1, 2,]", "", "[1, 2 ]", "[1, 2,]", "1:1:1:1", 1, 8},
		{JWCC, "{\"a\": {\"b\": null,},\n}", "/a/b", "null", "null", "1:13:13:13", 1, 17},
		{JSON5, "{a: 'it\\'s', b: 0xFF}", "/a", `"it's"`, `'it\'s'`, "1:5:5:5", 1, 12},
		{JSON5, "{a: 'it\\'s', b: 0xFF}", "/b", `255`, `0xFF`, "1:17:17:17", 1, 21},
		{JSON5, "{'é': .5, b: +1., c: [-Infinity,],}", "/c/0", `0`, `-Infinity`, "1:24:23:23", 1, 33},
		{JSON5, "{'é': .5, b: +1., c: [-Infinity,],}", "/c", `[0 ]`, `[-Infinity,]`, "1:23:22:22", 1, 35},
		{JSON5, "['a\\\r\nb', 2]", "/0", `"ab"`, "'a\\\r\nb'", "1:2:2:2", 2, 3},
		{JSON5, "['a\\\r\nb', 2]", "/1", `2`, `2`, "2:5:5:5", 2, 6},
		{JSON5, bom + "{a: 1}", "/a", `1`, `1`, "1:8:6:6", 1, 9},
	} {
		doc, places, err := Parse([]byte(c.src), c.dialect)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		v, err := doc.Lookup(c.pointer)
		if err != nil || string(v.Raw()) != c.raw {
			t.Errorf("%q: %s is %q, %v, want %q", c.src, c.pointer, v.Raw(), err, c.raw)
			continue
		}
		s := places.SpanOf(v)
		start := fmt.Sprintf("%d:%d:%d:%d", s.Start.Line, s.Start.Column, s.Start.Rune, s.Start.UTF16)
		if got := c.src[s.Offset:][:s.Length]; got != c.want || start != c.start || s.End.Line != c.lineOfEnd || s.End.Column != c.columnOfEnd {
			t.Errorf("%q: %s is %q at %s to %d:%d, want %q at %s", c.src, c.pointer, got, start, s.End.Line, s.End.Column, c.want, c.start)
		}
		if got := places.SpanOf(doc.Get("none", "such")); got != (tokenizer.Span{}) {
			t.Errorf("%q: a missing value is at %+v", c.src, got)
		}
	}
}

func TestParseWithOptions(t *testing.T) {
	for _, c := range []struct {
		src  string
		opts []tokenizer.Option
		want string
	}{
		{"\uFEFF[1, /**/ 2]", nil, "line 1, column 1 (byte 0): "},
		{"\uFEFF[1, /**/ 2]", []tokenizer.Option{tokenizer.AllowBOM()}, ""},
		{"[[/* */]]", []tokenizer.Option{tokenizer.MaxDepth(1)}, "line 1, column 2 (byte 1): "},
		{"{\"a\": 1, /**/ \"a\": 2}", []tokenizer.Option{tokenizer.UniqueNames()}, "line 1, column 15 (byte 14): "},
	} {
		doc, _, err := Parse([]byte(c.src), JSONC, c.opts...)
		if got := fmt.Sprint(err); c.want == "" && (err != nil || doc.Root().Len() != 2) || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %v, want %s", c.src, err, c.want)
		}
	}
}

// Positions in messages are those in the original text. An earlier version reported the position of
// the bracket in the JSON text instead.
func TestPlacesInMessages(t *testing.T) {
	for src, want := range map[string]string{
		"{ab: 1, cd: [1}":         "the '[' at line 1, column 13",
		"{/*é*/ab: 'x', cd: [":    "the '[' at line 1, column 20",
		"['a\\\nb', {x: 'y']":     "the '{' at line 2, column 5",
		"{a: 0x10, b: 1, 'b': 2}": "line 1, column 11",
	} {
		_, _, err := Parse([]byte(src), JSON5, tokenizer.UniqueNames())
		var bad *Error
		if !errors.As(err, &bad) || !strings.Contains(bad.Message(), want) {
			t.Errorf("%q: %v, want %s", src, err, want)
			continue
		}
		related, ok := bad.Related()
		if place := fmt.Sprintf("line %d, column %d", related.Start.Line, related.Start.Rune); !ok || !strings.Contains(want, place) {
			t.Errorf("%q: related to %s, want %s", src, place, want)
		}
	}
}

// checkParse compares Parse with Check, with Lower and document.Parse, and with Parse of each value by itself.
func checkParse(t *testing.T, src []byte, d Dialect) {
	t.Helper()
	doc, places, err := Parse(src, d)
	if want := Check(src, d); fmt.Sprint(err) != fmt.Sprint(want) || reflect.TypeOf(err) != reflect.TypeOf(want) {
		t.Fatalf("%q in %v: %v, Check returns %v", src, d, err, want)
	}
	json, m, _ := Lower(src, d)
	want, errOfJSON := document.Parse(json)
	if (err == nil) != (errOfJSON == nil) {
		t.Fatalf("%q in %v: %v, but %q has %v", src, d, err, json, errOfJSON)
	}
	if err != nil {
		return
	}
	if !bytes.Equal(doc.Root().Raw(), want.Root().Raw()) {
		t.Fatalf("%q in %v is %q, want %q", src, d, doc.Root().Raw(), want.Root().Raw())
	}
	checkValue(t, src, d, &places, &m, doc.Root())
}

func checkValue(t *testing.T, src []byte, d Dialect, places, m *Map, v document.Value) {
	t.Helper()
	s := places.SpanOf(v)
	if begin, n := m.Span(int64(v.Offset()), int64(len(v.Raw()))); s.Offset != begin || int64(s.Length) != n {
		t.Fatalf("%q in %v: %q is at %+v, want %d+%d", src, d, v.Raw(), s, begin, n)
	}
	if end := s.Offset + int64(s.Length); s.Start != tokenizer.Locate(src, s.Offset) || s.End != tokenizer.Locate(src, end) {
		t.Fatalf("%q in %v: %q is at %+v", src, d, v.Raw(), s)
	}
	alone, _, err := Parse(src[s.Offset:][:s.Length], d)
	if err != nil || !bytes.Equal(alone.Root().Raw(), v.Raw()) {
		t.Fatalf("%q in %v: %q comes from %q, %v", src, d, v.Raw(), src[s.Offset:][:s.Length], err)
	}
	for _, member := range v.Members() {
		checkValue(t, src, d, places, m, member)
	}
	for _, element := range v.Elements() {
		checkValue(t, src, d, places, m, element)
	}
}

func TestParseAgreesWithLower(t *testing.T) {
	for _, c := range testCases(t) {
		for _, d := range dialects {
			checkParse(t, []byte(c.Text), d)
		}
	}
}

func FuzzParse(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range testCases(f) {
		f.Add([]byte(c.Text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 500 { // checkParse takes quadratic time: it parses each value separately, together with the values in it
			return
		}
		for _, d := range dialects {
			checkParse(t, src, d)
		}
	})
}
