package tokenizer

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// A continued reader begins after an outline.
type continued struct {
	io.Reader
	outline *place.Outline
	before  []byte
}

func (c *continued) Resume() (*place.Outline, []byte) { return c.outline, c.before }

// eventsOf returns the tokens and errors of t that are at the given offset or after it, one per
// line. Errors come with everything that is known about them.
func eventsOf(t *Tokenizer, from int64) string {
	var b strings.Builder
	for {
		token, err := t.Next()
		bad, ok := err.(*SyntaxError)
		switch {
		case err == nil && token.Offset() < from:
		case err == nil:
			fmt.Fprintln(&b, token.Offset(), token.Depth(), token.Kind(), t.Pointer(), string(token.Raw()))
		case !ok:
			fmt.Fprintln(&b, err)
			return b.String()
		default:
			related, isRelated := bad.Related()
			pointer, isKnown := bad.Pointer()
			fmt.Fprintln(&b, bad.Kind, bad.Offset, bad.Length, bad.Position(), related, isRelated, pointer, isKnown, bad.Message())
		}
	}
}

// resumable returns documents with names in objects of every size, and wreckage after a valid
// beginning.
func resumable(rng *rand.Rand) []byte {
	var b []byte
	switch rng.IntN(4) {
	case 0:
		b = bytes.Clone(jsontest.NewNamer(rng).Document())
	case 1:
		b = []byte(jsontest.Nested(rng, 1+rng.IntN(300)))
	case 2:
		b = []byte(jsontest.Lined(rng, 1+rng.IntN(600)))
	default:
		b = []byte(jsontest.ManyNames(1+rng.IntN(3000), 1+rng.IntN(60)))
	}
	b = b[:min(len(b), 4000)]
	for range rng.IntN(4) {
		b = jsontest.Wreck(rng, b)
		if len(b) == 0 {
			return []byte("[")
		}
	}
	return b
}

// isBeginning reports whether b is the valid beginning of a document, and ends outside of strings.
func isBeginning(b []byte) bool {
	s := scan.Scanner{Rules: RulesOf([]Option{UniqueNames()})}
	s.Reset(b)
	for {
		s.SkipSpace()
		if s.Pos == len(b) {
			return true
		}
		if !s.Token(b[s.Pos]) {
			return false
		}
	}
}

// A Tokenizer that begins after an outline returns the same tokens and errors as one that has read
// the text before it.
func TestResume(t *testing.T) {
	documents := 1000
	if longtest.Off() {
		documents = 100
	}
	rng := rand.New(rand.NewPCG(25, 1))
	asmtest.EachKernel(t, func(t *testing.T) {
		resumed, errors := 0, 0
		for range documents {
			b := resumable(rng)
			for at := 0; ; {
				comma := bytes.IndexByte(b[at:], ',')
				if comma < 0 {
					break
				}
				if at += comma + 1; !isBeginning(b[:at]) || bytes.HasPrefix(b, []byte(scan.BOM)) {
					continue
				}
				var o place.Outline
				o.Begin()
				o.Advance(b[:at])
				opts := []TokenizerOption{KeepGoing(), MaxToken(1 << 30), Chunk(1 + rng.IntN(200))}
				if rng.IntN(4) > 0 {
					opts = append(opts, UniqueNames())
				}
				before := b[max(0, at-1-rng.IntN(9000)):at]
				want := eventsOf(NewReader(bytes.NewReader(b), opts...), int64(at))
				got := eventsOf(NewReader(&continued{jsontest.PiecesOf(b[at:], 100, rng), &o, before}, opts...), int64(at))
				if got != want {
					t.Fatalf("%q after %d (%d before):\n%s\nwant\n%s", b, at, len(before), got, want)
				}
				resumed++
				if strings.Contains(want, "true") {
					errors++
				}
				at += rng.IntN(1 + len(b)/8)
				if at >= len(b) {
					break
				}
			}
		}
		if resumed < documents || errors < documents/10 {
			t.Errorf("resumed %d times, %d times with an error after that", resumed, errors)
		}
	})
}
