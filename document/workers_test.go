package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// A document that several workers parse has the values of its tokens, and the error is that of a check without workers, wherever it is.
func TestParseWithWorkers(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < parts.LeastText; i++ {
		fmt.Fprintf(&b, `{"id":%d,"a\n":[[],{"b":"\u00e9, %d"}]},`, i, i)
	}
	text := []byte(`{"all":[` + b.String() + `0],"n":1}`)
	var reused document.Document
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4)) // otherwise, there may be a single worker
	check := func(text []byte, opts ...tokenizer.Option) (valid bool) {
		t.Helper()
		wantErr := tokenizer.Check(text, opts...)
		opts = append(opts, tokenizer.Workers(3))
		got, err := document.Parse(text, opts...)
		againErr := reused.Parse(text, opts...)
		if !isSame(err, wantErr) || !isSame(againErr, wantErr) {
			t.Fatalf("%v, %v, want %v", err, againErr, wantErr)
		}
		if wantErr != nil {
			return false
		}
		want := outlineOfTokens(t, text)
		for _, doc := range []*document.Document{got, &reused} {
			if !slices.Equal(outline(nil, doc.Root()), want) {
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

// outline appends the offsets of all names and values, and the number of names and values in each array and object.
func outline(all []int, v document.Value) []int {
	all = append(all, int(v.Offset()))
	for _, e := range v.Elements() {
		all = outline(all, e)
	}
	for name, e := range v.Members() {
		all = outline(append(all, int(name.Offset())), e)
	}
	if v.Kind() == tokenizer.BeginArray || v.Kind() == tokenizer.BeginObject {
		all = append(all, v.Len())
	}
	return all
}

// outlineOfTokens is outline for the document that a text is.
func outlineOfTokens(t *testing.T, text []byte) (all []int) {
	var open []int // how many values and names each open container has so far
	for token, err := range tokenizer.New(text).All() {
		if err != nil {
			t.Fatal(err)
		}
		last := len(open) - 1
		switch token.Kind() {
		case tokenizer.EndArray:
			all, open = append(all, open[last]), open[:last]
			continue
		case tokenizer.EndObject:
			all, open = append(all, open[last]/2), open[:last]
			continue
		}
		all = append(all, int(token.Offset()))
		if last >= 0 {
			open[last]++
		}
		if kind := token.Kind(); kind == tokenizer.BeginArray || kind == tokenizer.BeginObject {
			open = append(open, 0)
		}
	}
	return all
}
