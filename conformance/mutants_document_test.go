package conformance

import (
	"bytes"
	"io"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// tryDocument compares Parse with Check, and the values of a Document with the tokens.
func (t *trial) tryDocument() {
	opts := t.rules.options()
	want := tokenizer.Check(t.data, opts...)
	doc, err := document.Parse(t.data, opts...)
	t.same("Parse", err, want)
	var again document.Document
	_ = again.Parse([]byte(`{"a":[1,2,{"b":null}]}`))
	t.same("Document.Parse", again.Parse(t.data, opts...), want)
	if err != nil {
		if again.Root().Exists() || again.Get("a").Exists() {
			t.fail("Document after an error", "%v", again.Root())
		}
		return
	}
	unique := tokenizer.Check(t.data, tokenizer.UniqueNames(), tokenizer.AllowBOM()) == nil
	for _, d := range []*document.Document{doc, &again} {
		w := &valueWalk{trial: t, doc: d, tokens: tokenizer.New(t.data, tokenizer.AllowBOM()), unique: unique}
		w.value(d.Root(), 0)
		if _, err := w.tokens.Next(); err != io.EOF {
			t.fail("document ends early", "%v", err)
		}
	}
	if root, err := doc.Lookup(""); err != nil || root != doc.Root() {
		t.fail("Lookup of the root", "%v, %v", root, err)
	}
}

// A valueWalk visits the values of a document and its tokens at the same time.
type valueWalk struct {
	*trial
	doc    *document.Document
	tokens *tokenizer.Tokenizer
	probes int  // number of values that have been looked up
	unique bool // no object has two equal names
}

func (w *valueWalk) next() tokenizer.Token {
	token, err := w.tokens.Next()
	if err != nil {
		w.fail("more values than tokens", "%v", err)
	}
	return token
}

func (w *valueWalk) value(v document.Value, depth int) {
	token := w.next()
	if v.Kind() != token.Kind() || v.Offset() != token.Offset() || !v.Exists() || token.Depth() != depth {
		w.fail("value", "%v at %d, want %v at %d", v.Kind(), v.Offset(), token.Kind(), token.Offset())
	}
	w.probe(v)
	n := 0
	switch v.Kind() {
	case tokenizer.BeginArray:
		for i, element := range v.Elements() {
			if i != n || n < 4 && v.Element(i) != element {
				w.fail("Element", "%d of %v", i, v.Pointer())
			}
			n++
			w.value(element, depth+1)
		}
	case tokenizer.BeginObject:
		for name, member := range v.Members() {
			n++
			token := w.next()
			if name.Kind() != tokenizer.Name || name.Offset() != token.Offset() || !bytes.Equal(name.Raw(), token.Raw()) {
				w.fail("name", "%q at %d, want %q at %d", name.Raw(), name.Offset(), token.Raw(), token.Offset())
			}
			w.value(member, depth+1)
		}
	default:
		w.scalar(v, token)
		return
	}
	if v.Len() != n {
		w.fail("Len", "%d, want %d", v.Len(), n)
	}
	end := w.next()
	if !bytes.Equal(v.Raw(), w.data[v.Offset():end.Offset()+1]) {
		w.fail("Raw", "%q", v.Raw())
	}
}

func (w *valueWalk) scalar(v document.Value, token tokenizer.Token) {
	text := string(v.AppendString(nil))
	if !bytes.Equal(v.Raw(), token.Raw()) || !bytes.Equal(v.Body(), token.Body()) || v.Escaped() != token.Escaped() || v.String() != token.String() || text != v.String() {
		w.fail("scalar", "%q, want %q", v.Raw(), token.Raw())
	}
	b, isBool := v.Bool()
	if v.IsNull() != (token.Kind() == tokenizer.Null) || isBool != (token.Kind() == tokenizer.True || token.Kind() == tokenizer.False) || b != (token.Kind() == tokenizer.True) {
		w.fail("literal", "%q", v.Raw())
	}
	i, err := v.Int64()
	wantInt, wantErr := token.Int64()
	u, errUint := v.Uint64()
	wantUint, wantErrUint := token.Uint64()
	f, errFloat := v.Float64()
	wantFloat, wantErrFloat := token.Float64()
	if i != wantInt || u != wantUint || f != wantFloat && f == f || (err == nil) != (wantErr == nil) || (errUint == nil) != (wantErrUint == nil) || (errFloat == nil) != (wantErrFloat == nil) {
		w.fail("number", "%q", v.Raw())
	}
	if v.Len() != 0 || v.Element(0).Exists() || v.Member("").Exists() || v.Get("a", 1).Exists() {
		w.fail("a scalar with contents", "%q", v.Raw())
	}
}

// probe looks up a value by its pointer. If names are equal, the pointer may lead to another value.
func (w *valueWalk) probe(v document.Value) {
	if w.probes++; w.probes > 20 && w.rng.IntN(w.probes) > 2 {
		return
	}
	p := v.Pointer()
	got, err := w.doc.Lookup(p)
	lone := strings.ContainsRune(p, 0xFFFD) // U+FFFD in p may stand for a lone surrogate, which a JSON Pointer cannot express
	if w.unique && !lone && (err != nil || got != v) {
		w.fail("Lookup", "%q: %v, %v", p, got.Offset(), err)
	}
	if v.Position() != tokenizer.Locate(w.data, v.Offset()) {
		w.fail("Position", "%q: %+v", p, v.Position())
	}
	if _, err := w.doc.Lookup(p + "/no such"); err == nil || err.Error() == "" {
		if !v.Member("no such").Exists() {
			w.fail("Lookup of what is not there", "%q: %v", p, err)
		}
	}
	if _, err := v.Lookup(pick(w.rng, []string{"a", "/~", "/~2", "/-", "/01", "/0/0/0", "/a/b", "//"})); err != nil && err.Error() == "" {
		w.fail("PointerError", "%q", p)
	}
}
