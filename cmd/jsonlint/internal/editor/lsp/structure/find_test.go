package structure

import (
	"fmt"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// In a valid document, Find finds each value by its pointer.
func TestFind(t *testing.T) {
	tried := 0
	for _, text := range jsontest.StreamSeeds() {
		if _, err := document.Parse([]byte(text), tokenizer.UniqueNames()); err != nil || len(text) > 2000 {
			continue
		}
		w := &Walk{Src: []byte(text)}
		w.Enter = func(v *Value) bool {
			tried++
			p := w.Pointer(v)
			if got, ok := Find([]byte(text), dialect.JSON, p); !ok || got.Begin != v.Begin || got.Name != v.Name {
				t.Errorf("%.50s: %s: %v, %v", text, p, got, ok)
			}
			return tried%500 != 0
		}
		w.Scalar = w.Enter
		w.Run()
	}
	if tried < 100 {
		t.Errorf("only %d values", tried)
	}
	for _, pointer := range []string{"x", "/a/2", "/a/-", "/b", "/a/0/x", "/", "/a/01"} {
		if v, ok := Find([]byte(`{"a": [1, {"c": 2}]}`), dialect.JSON, pointer); ok {
			t.Errorf("%s: %v", pointer, v)
		}
	}
	if v, ok := Find([]byte(`{"a": {"x": 1}, "a": {"b": 2}`), dialect.JSON, "/a/b"); !ok || v.Begin != 27 {
		t.Errorf("%v %v", v, ok)
	}
}

func TestEnclosing(t *testing.T) {
	for _, c := range []struct {
		src  string
		at   int
		want string
	}{
		{`{"a": [1, ] }`, 10, "{[0 6] ,} true"}, {`{"a": [1, ] }`, 12, "{[0] ]} true"}, {`{"a"`, 3, "{[0] {} false"}, {`{"a"`, 4, "{[0] \"} true"},
		{`[}`, 2, "{[0] [} false"}, {`]`, 1, "{[] \x00} false"}, {`{"a`, 3, "{[0] {} false"}, {"[/* */", 4, "{[0] [} false"}, {"[// c\n", 6, "{[0] [} true"}, {"[@", 2, "{[0] [} false"}, {"/*", 2, "{[] \x00} false"},
	} {
		o, ok := Enclosing([]byte(c.src), dialect.JSONC, c.at)
		if got := fmt.Sprintf("{%v %c} %v", o.Open, o.Last, ok); got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

// Names that differ only in lone surrogates are different, as they are in package document.
func TestFindLoneSurrogate(t *testing.T) {
	src := []byte(`{"\ud800":1,"\udfff":2,"\ufffd":3}`)
	if v, ok := Find(src, dialect.JSON, "/\uFFFD"); !ok || string(src[v.Begin:v.End]) != "3" {
		t.Errorf("%v, %v", v, ok)
	}
	if v, ok := Find(src, dialect.JSON, "/\xED\xBF\xBF"); !ok || string(src[v.Begin:v.End]) != "2" {
		t.Errorf("%v, %v", v, ok)
	}
}
