package tokenizer

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// A bracket of the wrong type closes containers whose own brackets are missing. These brackets do
// not count as tokens, and the scanner closes the same containers as the path does.
func TestMismatchedBracketAtMaxTokens(t *testing.T) {
	const in = `{""""""""""""{""[}]`
	rng := rand.New(rand.NewPCG(1, 1))
	for most := range int64(14) {
		checkKeepGoing(t, rng, []byte(in), MaxTokens(most))
		checkKeepGoing(t, rng, []byte(`[{"a":[[{"b":[1}]]}]`), MaxTokens(most))
	}
	for _, tokens := range []*Tokenizer{
		New([]byte(in), KeepGoing(), MaxTokens(12)),
		NewReader(strings.NewReader(in), KeepGoing(), MaxTokens(12)),
	} {
		faults, _ := errorsOf(t, tokens)
		if got := listOf(faults[len(faults)-2:]); got != "mismatched-bracket 17 //; mismatched-bracket 18" {
			t.Errorf("%s", got)
		}
	}
}

// Pointer returns valid UTF-8, even if a name in the pointer is not valid UTF-8.
func TestPointersOfIllFormedNames(t *testing.T) {
	for _, in := range []string{"{\"\x9c\"", "{\"\x9c\":x", "{\"\xed\xa0\x80\":[x", `{"\ud800":[x`, "{\"a\xff~/\":{\"\xc3\":x"} {
		for _, tokens := range []*Tokenizer{New([]byte(in), KeepGoing()), NewReader(strings.NewReader(in), KeepGoing())} {
			faults, _ := errorsOf(t, tokens)
			replaced := false
			for _, e := range faults {
				replaced = replaced || strings.Contains(pointerOf(e), "\uFFFD")
				if !utf8.ValidString(pointerOf(e)) {
					t.Errorf("%q: the pointer %q", in, pointerOf(e))
				}
			}
			if !replaced {
				t.Errorf("%q: no pointer has U+FFFD", in)
			}
		}
	}
}

// PeekKind returns 0 or the kind of a token. In the latter case, Next then returns a token of that
// kind, or an error.
func TestPeekKindIsAKind(t *testing.T) {
	kinds := "\x00{}[]\"0tfnk"
	for _, in := range []string{",d\"\"a\"\"", "[d]", "{a:1}", "[,1]", "[#1]", "nul", "-", "[+1]", "{\"a\" b}", "\xff", "[1]]", "}"} {
		for _, opts := range [][]TokenizerOption{nil, {KeepGoing()}} {
			for _, tokens := range []*Tokenizer{New([]byte(in), opts...), NewReader(strings.NewReader(in), opts...)} {
				for range 100 {
					peeked := tokens.PeekKind()
					token, err := tokens.Next()
					if !strings.ContainsRune(kinds, rune(peeked)) || err == nil && peeked != token.Kind() && (peeked != 0 || opts == nil) {
						t.Errorf("%q: PeekKind %v, Next %v %v", in, peeked, token.Kind(), err)
					}
					if err == io.EOF || err != nil && opts == nil {
						break
					}
				}
			}
		}
	}
}

// Nothing comes after the last error of a stream, even if PeekKind is called and there are enough
// bytes for an index.
func TestPeekKindAfterTheLastError(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	doc := "[0.021441," + strings.Repeat("0.87,", 300) + "1]"
	for n := 1; n < len(doc); n++ {
		tokens := NewReader(jsontest.PiecesOf([]byte(doc), n, rng), KeepGoing(), MaxNumber(4))
		_, _ = tokens.Next()
		if _, err := tokens.Next(); kindOfError(err) != NumberTooLong {
			t.Fatalf("%d bytes at a time: %v", n, err)
		}
		if k := tokens.PeekKind(); k != 0 {
			t.Errorf("%d bytes at a time: %v", n, k)
		}
		if token, err := tokens.Next(); err != io.EOF {
			t.Errorf("%d bytes at a time: %v, %v", n, token, err)
		}
	}
}

// Errors come in the order of their positions, even if the scanner finds that a string is too long
// only after an error in that string. StringTooLong was once reported at the start of an escape,
// after an error in the middle of that escape.
func TestStringTooLongIsInOrder(t *testing.T) {
	for _, in := range []string{"\"\\u00\xff", "\"\\u00\xffabc\"", "[\"a\\u00\xe2\x82abc\",1]"} {
		for most := range len(in) {
			faults, _ := errorsOf(t, New([]byte(in), KeepGoing(), MaxString(most)))
			for i := 1; i < len(faults); i++ {
				if faults[i].Offset < faults[i-1].Offset {
					t.Errorf("%q, at most %d: %v, then %v", in, most, faults[i-1], faults[i])
				}
			}
			checkKeepGoing(t, rand.New(rand.NewPCG(2, 2)), []byte(in), MaxString(most))
		}
	}
}

// Only a limited number of errors have a pointer. Errors that are discarded do not count toward
// that number.
func TestPointersOfManyErrors(t *testing.T) {
	text := strings.Repeat("}],", 1000) + "{"
	faults, _ := errorsOf(t, NewReader(strings.NewReader(text), KeepGoing()))
	for _, e := range faults {
		if !hasPointer(e) {
			t.Errorf("%v: no pointer, of %d errors", e, len(faults))
		}
	}
	if last := faults[len(faults)-1]; len(faults) > 500 || last.Kind == 0 {
		t.Errorf("%d errors, %v", len(faults), last)
	}
}

// If a string continues after an error, the first character that exceeds the limit may come before
// that error.
func TestStringTooLongBeforeAnError(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, in := range []string{"\"        3511e2e3 \n0", "\"abc\n\n\n", "[\"a\\ud800\n\\udc00\\q\xff\"]", "{\"a\x00\x01\u00e9\":\"b\x02\"}"} {
		for most := range len(in) {
			checkKeepGoing(t, rng, []byte(in), IJSON(), MaxString(most))
			checkKeepGoing(t, rng, []byte(in), UniqueNames(), MaxString(most))
		}
	}
}

// The pointer is known for a limited number of errors. Errors that are not reported, because they
// follow from others, do not count toward that number.
func TestPointersAmongErrorsThatFollow(t *testing.T) {
	text := "[]" + strings.Repeat(`,{"a":1,"a":2}`, 3*mostPointers)
	for _, opts := range [][]Option{{UniqueNames()}, {IJSON()}} {
		tokens, pointers := New([]byte(text), JoinOptions(opts...), KeepGoing()), 0
		for {
			_, err := tokens.Next()
			if err == io.EOF {
				break
			}
			if e, ok := err.(*SyntaxError); ok && hasPointer(e) {
				pointers++
			}
		}
		if pointers != mostPointers {
			t.Errorf("%d errors have a pointer", pointers)
		}
	}
}
