package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// takes reports whether encoding/json sets a field with the given name for a member that is written as raw. It is the oracle for
// UniqueFoldedNames. The characters of the name must be allowed in tags.
func takes(t *testing.T, field, raw string) bool {
	t.Helper()
	tag := reflect.StructTag("json:" + strconv.Quote(field))
	v := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "Field", Type: reflect.TypeFor[int](), Tag: tag}}))
	if err := json.Unmarshal([]byte(`{"`+raw+`":1}`), v.Interface()); err != nil {
		t.Fatal(err)
	}
	return v.Elem().Field(0).Int() == 1
}

// foldedErrors returns the errors of all ways to check a document for names that differ only in case.
func foldedErrors(text []byte) map[string]error {
	ctx, o := context.Background(), tokenizer.UniqueFoldedNames()
	found := map[string]error{
		"Check":          tokenizer.Check(text, o),
		"Check, limits":  tokenizer.Check(text, o, tokenizer.MaxTokens(1000), tokenizer.MaxString(1000)),
		"Check, unused":  tokenizer.Check(text, o, tokenizer.MaxTokens(1<<40)),
		"Check, I-JSON":  tokenizer.Check(text, o, tokenizer.IJSON()),
		"CheckReader":    tokenizer.CheckReader(ctx, bytes.NewReader(text), o),
		"CheckReader, 1": tokenizer.CheckReader(ctx, iotest.OneByteReader(bytes.NewReader(text)), o),
		"records.Check":  records.Check(text, records.Each(o)),
	}
	for rec := range records.All(append(bytes.Clone(text), "\n[]\n"...), records.Each(o)) {
		if err := rec.Err(); err != nil {
			found["records.All"] = err
		}
	}
	for rec := range records.Read(ctx, bytes.NewReader(append(bytes.Clone(text), '\n')), records.Each(o)) {
		if err := rec.Err(); err != nil {
			found["records.Read"] = err
		}
	}
	_, found["document"] = document.Parse(text, o)
	p := partial.New(o)
	if _, found["partial"] = p.Write(text); found["partial"] == nil {
		found["partial"] = p.Close()
	}
	c := tokenizer.NewChecker(o)
	for half := range bytes.SplitAfterSeq(text, []byte(",")) {
		_, _ = c.Write(half)
	}
	found["Checker"] = c.Close()
	readers := map[string]*tokenizer.Tokenizer{
		"New": tokenizer.New(text, o), "NewReader": tokenizer.NewReader(iotest.HalfReader(bytes.NewReader(text)), o),
		"KeepGoing": tokenizer.New(text, o, tokenizer.KeepGoing()),
	}
	for what, tokens := range readers {
		found[what] = nil
		for _, err := range tokens.All() {
			if found[what] == nil {
				found[what] = err
			}
		}
	}
	return found
}

// checkFolded compares the errors of a text that has a name, and then raw in the same object, with the oracle.
func checkFolded(t *testing.T, text, first, raw string, collide, equal bool) {
	t.Helper()
	for what, err := range foldedErrors([]byte(text)) {
		var e *tokenizer.SyntaxError
		switch kind := map[bool]tokenizer.ErrorKind{true: tokenizer.DuplicateName, false: tokenizer.CaseCollision}[equal]; {
		case !collide && err == nil:
		case !collide, !errors.As(err, &e), e.Kind != kind:
			t.Errorf("%s: %.200q, %q and %q: %v", what, text, first, raw, err)
		default:
			related, ok := e.Related()
			if at := strings.LastIndex(text, `"`+raw+`":2`); e.Offset != int64(at) {
				t.Errorf("%s: %.200q: %v at %d, want %d", what, text, err, e.Offset, at)
			}
			if at := strings.Index(text, `"`+first+`":1`); !ok || related.Offset != int64(at) {
				t.Errorf("%s: %.200q: the first name is at %d, want %d", what, text, related.Offset, at)
			}
		}
	}
}

// written returns a random way to write a name.
func written(rng *rand.Rand, name string) string {
	if rng.IntN(3) > 0 {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		if rng.IntN(3) == 0 && r < 1<<16 {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Two names collide if and only if encoding/json sets the field that has the one name for a member with the other name.
func TestFoldedNamesLikeEncodingJSON(t *testing.T) {
	alphabets := []string{"aA", "kK\u212A", "sSſ", "ßẞsſ", "iIıİ", "ǆǅǄ", "θϑΘϴ", "µμΜ", "σςΣ", "éÉ", "ⱥȺ", "𐐀𐐨", "ᏸᏰꭰᎠ", "ﬀfF", "aA-_", "zZ[{@`"}
	rounds := 400
	if longtest.Off() {
		rounds = 60
	}
	rng := rand.New(rand.NewPCG(42, 6))
	filler := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"filler %d":0,`, i)
		}
		return b.String()
	}
	fillers := []string{"", filler(30), filler(127), filler(300)}
	random := func() string {
		var b strings.Builder
		for range 1 + rng.IntN(4) {
			a := []rune(alphabets[rng.IntN(len(alphabets))])
			if !unicode.IsLetter(a[len(a)-1]) {
				a = a[:2] // other characters may not be allowed in tags
			}
			b.WriteRune(a[rng.IntN(len(a))])
		}
		if rng.IntN(4) == 0 {
			return strings.Repeat("Long", rng.IntN(80)) + b.String()
		}
		return b.String()
	}
	vary := func(name string) string {
		var b strings.Builder
		for _, r := range name {
			for range rng.IntN(4) * rng.IntN(2) {
				r = unicode.SimpleFold(r)
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for range rounds {
			a := random()
			b := vary(a)
			if rng.IntN(5) == 0 {
				b = random()
			}
			first, raw := written(rng, a), written(rng, b)
			collide := takes(t, a, raw)
			if collide != strings.EqualFold(a, b) {
				t.Fatalf("%q and %q: %t", a, b, collide)
			}
			text := `{"` + first + `":1,` + fillers[rng.IntN(len(fillers))] + `"` + raw + `":2}`
			if rng.IntN(2) == 0 {
				text = `[{},` + strings.Repeat(" ", rng.IntN(2)*3000) + text + `]`
			}
			checkFolded(t, text, first, raw, collide, a == b)
		}
	})
}
