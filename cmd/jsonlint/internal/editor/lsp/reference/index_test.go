package reference

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func TestFind(t *testing.T) {
	const modern = `{"$id": "https://e.org/s/root.json", "$defs": {
		"a": {"$anchor": "here"}, "b": {"$anchor": "in b", "$id": "other.json", "x": {"$anchor": "deep", "$dynamicAnchor": "dyn"}, "y": {"$id": "/y"}},
		"c": {"$id": "#old"}, "d/e": {"properties": {"$id": {"type": "string"}}}, "dup": {"$anchor": "here"}`
	for _, c := range []struct{ src, base, ref, want string }{
		{`{}`, "", "#", ""},
		{`{}`, "", "#/a/b", "/a/b"},
		{`{}`, "", "s.json#/a%20b~1c", "/a b~1c"},
		{`{}`, "", "other.json", "?"},
		{`{}`, "", "#missing", "?"},
		{`{}`, "", "#%", "?"},
		{`{}`, "", "http://[x", "?"},
		{modern, "", "#here", "/$defs/a"},
		{modern, "", "#/$defs/a", "/$defs/a"},
		{modern, "", "root.json#here", "/$defs/a"},
		{modern, "/$defs/a", "other.json", "/$defs/b"},
		{modern, "", "other.json#deep", "/$defs/b/x"},
		{modern, "", "#deep", "?"},
		{modern, "/$defs/b/x", "#deep", "/$defs/b/x"},
		{modern, "/$defs/b/x", "#dyn", "/$defs/b/x"},
		{modern, "/$defs/b/x", "#/x", "/$defs/b/x"},
		{modern, "/$defs/b/x", "#here", "?"},
		{modern, "", "https://e.org/y", "/$defs/b/y"},
		{modern, "", "#old", "/$defs/c"},
		{modern, "", "file:///s.json#/x", "/x"}, // the document is also known by its own URI
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"a": {"id": "#a"}, "b": {"id": "b.json"}}}`, "", "#a", "/definitions/a"},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"a": {"id": "#a"}, "b": {"id": "b.json"}}}`, "", "b.json", "/definitions/b"},
		{`{"definitions": {"a": {"id": "#a"}}}`, "", "#a", "?"},
		{`{"$id": 1, "$anchor": null}`, "", "#", ""},
	} {
		x := New("file:///s.json", []byte(c.src), dialect.JSON)
		uri, err := Join(x.base(c.base), c.ref)
		got, ok := x.Find(uri)
		if !ok || err != nil {
			got = "?"
		}
		if got != c.want {
			t.Errorf("%s at %q: %q, want %q", c.ref, c.base, got, c.want)
		}
	}
}

// The base of each value is the same by its pointer and by its offset.
func TestBase(t *testing.T) {
	src := []byte(`{"a": {"$id": "a/", "b": [{"x": 1, "$id": "b/", "c": {}}, {}]}, "d": {"$id": "d/"}, "e": {"$id": "http://[", "f": 1}}`)
	x := New("http://r/", src, dialect.JSON)
	got := map[string]bool{}
	w := &structure.Walk{Src: src}
	w.Scalar = func(v *structure.Value) bool {
		pointer := w.Pointer(v)
		if a, b := x.base(pointer), x.Base(v.Begin); a != b {
			t.Errorf("%s: %s and %s", pointer, a, b)
		}
		got[x.Base(v.Begin)] = true
		return true
	}
	w.Enter = w.Scalar
	w.Run()
	for _, uri := range []string{"http://r/", "http://r/a/", "http://r/a/b/", "http://r/d/"} {
		if !got[uri] {
			t.Errorf("%s is not among the bases", uri)
		}
	}
}

// A hostile schema takes linear time and little memory. A quadratic algorithm would take minutes.
func TestHostileSchemas(t *testing.T) {
	const n = 50_000
	for _, src := range []string{strings.Repeat(`{"$id":"a/","a":`, n), strings.Repeat(`[{"$anchor":"a"},`, n), "[" + strings.Repeat(`{"$id":"a"},`, n)} {
		x := New("urn:x", []byte(src), dialect.JSON)
		if len(x.places) > mostMarks+1 {
			t.Error(len(x.places))
		}
	}
}

// The pointers to the parts of a schema cannot be much longer than the schema, whatever names are around them.
func TestLongNamesAroundMarks(t *testing.T) {
	for _, length := range []int{1, longestPath - len(`"""x"`), longestPath - len(`"""x"`) + 1, 20_000} {
		src := `{"` + strings.Repeat("n", length) + `":{"x":[` + strings.Repeat(`{"$id":"a"},{"$anchor":"b"},`, 100) + `1]}}`
		marks, _ := collect([]byte(src), dialect.JSON)
		written := 0
		for _, m := range marks {
			written += len(m.pointer)
		}
		want := 200
		if length+len(`"""x"`) > longestPath {
			want = 0
		}
		if len(marks) != want || written > want*(longestPath+len(`/0`)) {
			t.Errorf("a name of %d bytes: %d parts, want %d, with pointers of %d bytes", length, len(marks), want, written)
		}
	}
}

func FuzzIndex(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(`{"$id":"a","x":{"$anchor":"b"}}`, "a#b")
	f.Add(`{"$schema":"http://json-schema.org/draft-04/","id":"http://x/%","x":{"id":"#b`, "#b")
	f.Fuzz(func(t *testing.T, src, ref string) {
		x := New("file:///s.json", []byte(src), dialect.JSON5)
		uri, err := Join(x.Base(len(src)/2), ref)
		if err != nil {
			return
		}
		if _, ok := x.Find(uri); ok && !x.Has(uri) {
			t.Errorf("%q is found, but the document does not have it", uri)
		}
	})
}
