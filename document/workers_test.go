package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// A document of several parts is the same with workers, and so is the error, wherever it is.
func TestParseWithWorkers(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < parts.LeastText; i++ {
		fmt.Fprintf(&b, `{"id":%d,"a\n":[[],{"b":"\u00e9, %d"}]},`, i, i)
	}
	text := []byte(`{"all":[` + b.String() + `0],"n":1}`)
	var reused document.Document
	check := func(text []byte, opts ...tokenizer.Option) (valid bool) {
		t.Helper()
		want, wantErr := document.Parse(text, opts...)
		opts = append(opts, tokenizer.Workers(3))
		got, err := document.Parse(text, opts...)
		againErr := reused.Parse(text, opts...)
		if !isSame(err, wantErr) || !isSame(againErr, wantErr) {
			t.Fatalf("%v, %v, want %v", err, againErr, wantErr)
		}
		if wantErr != nil {
			return false
		}
		for _, doc := range []*document.Document{got, &reused} {
			if !reflect.DeepEqual(outline(doc.Root()), outline(want.Root())) {
				t.Fatal("the values differ")
			}
		}
		return true
	}
	if !check(text) || !check(text, tokenizer.UniqueNames()) || check(text, tokenizer.MaxDepth(4)) || check(text, tokenizer.MaxTokens(1000)) || check(text, tokenizer.MaxBytes(5)) {
		t.Error("wrong verdict")
	}
	for at := parts.Size - 40; at < len(text); at += (parts.Size - 7) * longtest.OneIn(2) {
		for i := at; i < min(at+60, len(text)); i += 11 * longtest.OneIn(6) {
			for _, by := range []string{"]", ","} {
				check(append(append(bytes.Clone(text[:i]), by...), text[i+1:]...))
			}
		}
	}
	for _, end := range []string{"", "]", `{"`, `] x`} { // the brackets of the parts before the error are open
		for _, n := range []int{1, 8, 1000} {
			check(append(bytes.Clone(text[:len(text)-n]), end...), tokenizer.MaxTokens(1<<30))
		}
	}
	twice := bytes.Replace(text, []byte(`"id":20000`), []byte(`"id":1,"id":1`), 1)
	if check(twice, tokenizer.UniqueNames()) {
		t.Error("equal names")
	}
}

func isSame(a, b error) bool {
	var x, y *tokenizer.SyntaxError
	if !errors.As(a, &x) || !errors.As(b, &y) {
		return a == nil && b == nil
	}
	xPointer, _ := x.Pointer()
	yPointer, _ := y.Pointer()
	return x.Kind == y.Kind && x.Offset == y.Offset && xPointer == yPointer && x.Error() == y.Error()
}

// outline returns the kinds and offsets of all values, and the lengths of arrays and objects.
func outline(v document.Value) (all []int64) {
	all = append(all, int64(v.Kind()), v.Offset(), int64(v.Len()))
	for _, e := range v.Elements() {
		all = append(all, outline(e)...)
	}
	for name, e := range v.Members() {
		all = append(append(all, name.Offset()), outline(e)...)
	}
	return all
}
