package encode

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// A session makes random calls of a Writer and of a Tokenizer from which it copies. If naive is set, it copies
// token by token.
type session struct {
	w      *Writer
	tokens *tokenizer.Tokenizer
	rng    *rand.Rand
	naive  bool
}

// copyValue is the oracle for Copy.
func (s session) copyValue() {
	w, tokens := s.w, s.tokens
	if !s.naive {
		w.Copy(tokens)
		return
	}
	if k := tokens.PeekKind(); k == tokenizer.EndObject || k == tokenizer.EndArray {
		w.refuse(MissingValue, tokenizer.ErrNoValue)
	}
	depth := w.Depth()
	for first := true; w.err == nil && (first || w.Depth() > depth || w.state == wantMember); first = false {
		token, err := tokens.Next()
		switch {
		case err == io.EOF && first:
			w.refuse(MissingValue, io.EOF)
		case err == io.EOF:
			w.fail(io.ErrUnexpectedEOF)
		case err != nil:
			w.fail(err)
		default:
			w.Token(token)
		}
	}
}

// run makes some calls.
func (s session) run() {
	for range 1 + s.rng.IntN(6) {
		switch s.rng.IntN(6) {
		case 0, 1, 2:
			s.copyValue()
		case 3, 4:
			for range s.rng.IntN(4) {
				if token, err := s.tokens.Next(); err == nil {
					s.w.Token(token)
				}
			}
		default:
			other := []func(){s.w.BeginArray, s.w.EndObject, s.w.EndArray, func() { s.tokens.Leave() }, func() { s.tokens.PeekKind() }}
			other[s.rng.IntN(len(other))]()
		}
	}
}

// sessionText returns a document that may have escaped and long names, long white space and errors.
func sessionText(rng *rand.Rand, long bool) string {
	text := randomDocument(rng, 5)
	if long {
		text = longDocument(rng)
	}
	if rng.IntN(3) == 0 {
		b1 := []string{`"k\n"`, `""`, `"k\\n"`, `"` + strings.Repeat("y", 300) + `"`}[rng.IntN(4)]
		text = strings.NewReplacer(`"a0"`, `"\u00610"`, `"é0"`, `"\u00e90"`, `"b1"`, b1).Replace(text)
	}
	if at := rng.IntN(len(text)); rng.IntN(3) == 0 {
		text = text[:at] + []string{"", "[", "]", "}", ",", ":", `"`, `\`, " \n ", "1"}[rng.IntN(10)] + text[at+rng.IntN(2):]
	}
	if rng.IntN(9) == 0 {
		text = strings.ReplaceAll(text, ",", ","+strings.Repeat(" ", 1020+rng.IntN(9)))
	}
	return text
}

// sessionOutcome returns the output without white space, or the error without offsets in the output.
func sessionOutcome(t *testing.T, w *Writer, to *chunks, goesOn bool) string {
	t.Helper()
	err := w.Close()
	var e *Error
	switch {
	case errors.As(err, &e):
		return fmt.Sprint(e.Kind, e.Pointer, e.Open, e.Err)
	case err != nil:
		return err.Error()
	}
	var b strings.Builder
	text := string(*to) + string(w.Bytes())
	if goesOn && !tokenizer.Valid([]byte(text)) {
		return text // the session has ignored the error of a string, and then written the string
	}
	for line := range strings.Lines(text) {
		if !w.o.Records {
			return withoutSpace(t, text)
		}
		b.WriteString(withoutSpace(t, line) + "\n")
	}
	return b.String()
}

// Whatever is called, copying gives the same as writing token by token, and from a stream the same as from memory.
func TestSessions(t *testing.T) {
	rounds := uint64(1500)
	if longtest.Off() {
		rounds = 400
	}
	for seed := range rounds {
		random := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 13)) }
		text := sessionText(random(), seed%200 == 7)
		o := Options{Records: seed%4 == 1}
		if seed%5 == 2 && tokenizer.Valid([]byte(text)) { // otherwise, either error may be the first
			o.MaxDepth = 1 + int(seed)%6
		}
		naive, copied := sources(text, random()), sources(text, random())
		for name := range naive {
			var got [2]string
			for i, tokens := range []*tokenizer.Tokenizer{copied[name], naive[name]} {
				var to chunks
				w := NewWriter(&to, o)
				if seed%2 == 0 {
					w.Reset(nil)
				}
				session{w, tokens, random(), i == 1}.run()
				got[i] = sessionOutcome(t, w, &to, name == "keep going")
			}
			if got[0] != got[1] {
				t.Fatalf("seed %d, %s, %+v: %.600s\ngives %.600s\nwant  %.600s", seed, name, o, text, got[0], got[1])
			}
		}
	}
}
