package partial_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// A keeper is the oracle for AppendDocument: it knows the whole document, and cuts it.
type keeper struct {
	cut  int // length of the text
	keep partial.Keep
}

// kept appends what is kept of v, without white space between tokens, or returns nil if that is nothing.
func (k keeper) kept(dst []byte, v document.Value) []byte {
	begin, raw := int(v.Offset()), v.Raw()
	end := begin + len(raw)
	isBegun := k.keep == partial.KeepBegun
	switch kind := v.Kind(); {
	case begin >= k.cut, kind == tokenizer.Number && end >= k.cut:
		return nil
	case kind == tokenizer.BeginObject, kind == tokenizer.BeginArray:
		return k.inside(dst, v, end <= k.cut)
	case end <= k.cut:
		return append(dst, raw...)
	case !isBegun:
		return nil
	case kind == tokenizer.String:
		return append(append(dst, beginningOf(raw[:k.cut-begin])...), '"')
	}
	return append(dst, raw...) // a literal
}

// inside is like kept for an object or array.
func (k keeper) inside(dst []byte, v document.Value, whole bool) []byte {
	first := v.Raw()[:1]
	begin := len(append(dst, first...))
	dst = append(dst, first...)
	add := func(item []byte) {
		if item == nil {
			return
		}
		if len(dst) > begin {
			dst = append(dst, ',')
		}
		dst = append(dst, item...)
	}
	for name, member := range v.Members() {
		if value := k.kept(nil, member); value != nil {
			add(slices.Concat(name.Raw(), []byte(":"), value))
		}
	}
	for _, element := range v.Elements() {
		add(k.kept(nil, element))
	}
	return append(dst, first[0]+2)
}

// highAtEnd matches text that ends with the escape of a high surrogate. The other half of a pair may follow.
var highAtEnd = regexp.MustCompile(`^"([^\\]|\\[^u]|\\u[0-9a-fA-F]{4})*\\u[dD][89abAB][0-9a-fA-F]{2}$`)

// beginningOf returns the longest part of a cut-off string that ends with a whole character.
func beginningOf(raw []byte) []byte {
	for n := len(raw); ; n-- {
		if part := raw[:n]; tokenizer.Valid(append(slices.Clone(part), '"')) && (len(raw)-n >= len(`\u0000`) || !highAtEnd.Match(part)) {
			return part
		}
	}
}

// checkKept cuts a valid document everywhere.
func checkKept(t *testing.T, text []byte) {
	t.Helper()
	doc, err := document.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p := partial.New()
	for cut := range len(text) + 1 {
		if cut > 0 {
			if _, err := p.Write(text[cut-1 : cut]); err != nil {
				t.Fatal(err)
			}
		}
		for _, keep := range []partial.Keep{partial.KeepBegun, partial.KeepWhole} {
			want := keeper{cut, keep}.kept(nil, doc.Root())
			var got bytes.Buffer
			if err := json.Compact(&got, p.AppendDocument(nil, keep)); err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = []byte("null")
			}
			if got.String() != string(want) {
				t.Fatalf("%q: keep %d: %s, want %s", text[:cut], keep, got.Bytes(), want)
			}
		}
	}
}

func TestKept(t *testing.T) {
	most, checked := 1<<13, 0
	if longtest.Off() {
		most = 1 << 10
	}
	for _, text := range slices.Concat(jsontest.StreamSeeds(), texts, []string{
		` { "a" : [ 1 , -2.5e3 , "x\u00e9\ud83d\ude00y" , true , { } ] , "b" : { "c\"" : null , "d" : "é😀" } , "e" : 0 } `,
	}) {
		if tokenizer.Valid([]byte(text)) && len(text) < most {
			checkKept(t, []byte(text))
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("only %d texts", checked)
	}
}

func TestKeepNames(t *testing.T) {
	if got := fmt.Sprint(partial.KeepText, partial.KeepBegun, partial.KeepWhole, partial.Keep(3)); got != "KeepText KeepBegun KeepWhole Keep(3)" {
		t.Error(got)
	}
}
