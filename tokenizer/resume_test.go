package tokenizer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
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
		resumed, failed := 0, 0
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
					failed++
				}
				at += rng.IntN(1 + len(b)/8)
				if at >= len(b) {
					break
				}
			}
		}
		if resumed < documents || failed < documents/10 {
			t.Errorf("resumed %d times, %d times with an error after that", resumed, failed)
		}
	})
}

// TestResumeInString is like TestResume, but begins inside strings that are values.
func TestResumeInString(t *testing.T) {
	documents := 3000
	if longtest.Off() {
		documents = 300
	}
	rng := rand.New(rand.NewPCG(25, 2))
	asmtest.EachKernel(t, func(t *testing.T) {
		resumed, failed := 0, 0
		for range documents {
			b := resumable(rng)
			for range 10 {
				end := 1 + rng.IntN(len(b))
				quote, isValue := insideString(b[:end])
				if quote < 0 {
					continue
				}
				var o place.Outline
				o.Begin()
				comma := bytes.LastIndexByte(b[:quote], ',') + 1
				for comma > 0 && !isBeginning(b[:comma]) {
					comma = bytes.LastIndexByte(b[:comma-1], ',') + 1
				}
				if comma > 0 {
					o.Advance(b[:comma])
				}
				if before := b[comma:quote]; o.PrecedesValue(before) != isValue {
					t.Fatalf("%q, %q: precedes value %t", b[:comma], before, !isValue)
				}
				if !isValue || bytes.HasPrefix(b, []byte(scan.BOM)) {
					continue
				}
				o.EnterString(b[comma:end], quote-comma)
				opts := []TokenizerOption{KeepGoing(), MaxToken(1 << 30), Chunk(1 + rng.IntN(200))}
				if rng.IntN(4) > 0 {
					opts = append(opts, UniqueNames())
				}
				at := end - 1
				before := b[max(0, at-1-rng.IntN(9000)):at]
				want := eventsOf(NewReader(bytes.NewReader(b), opts...), int64(end))
				got := eventsOf(NewReader(&continued{jsontest.PiecesOf(b[at:], 100, rng), &o, before}, opts...), int64(end))
				if got != want {
					t.Fatalf("%q after %d (%d before):\n%s\nwant\n%s", b, at, len(before), got, want)
				}
				resumed++
				if strings.Contains(want, "true") {
					failed++
				}
			}
		}
		if resumed < documents/10 || failed < documents/100 {
			t.Errorf("resumed %d times, %d times with an error after that", resumed, failed)
		}
	})
}

// insideString returns the offset of the quotation mark of the string at whose end b is cut off, and
// whether that string is a value. The offset is -1 if b does not end inside a string, after at least
// one byte of it and between its characters and escapes, or if b is not the beginning of a document.
func insideString(b []byte) (quote int, isValue bool) {
	var open, closed *SyntaxError
	if err := Check(b, UniqueNames()); !errors.As(err, &open) || open.Kind != UnterminatedString {
		return -1, false
	}
	span, _ := open.Related()
	err := Check(append(bytes.Clone(b), '"'), UniqueNames())
	switch ok := errors.As(err, &closed); {
	case span.Offset == int64(len(b)-1), ok && closed.Kind != Truncated:
		return -1, false
	case ok:
		return int(span.Offset), closed.Expected&ExpectColon == 0
	}
	return int(span.Offset), true
}
