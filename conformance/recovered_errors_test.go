package conformance

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/tokenizer"
)

// mostRecovered is the maximum number of errors that are compared for each document.
const mostRecovered = 60

// recovered returns the errors of a document and a hash of its tokens.
func recovered(t *testing.T, tokens *tokenizer.Tokenizer) (faults []*tokenizer.SyntaxError, digest uint64) {
	t.Helper()
	for {
		token, err := tokens.Next()
		var bad *tokenizer.SyntaxError
		switch {
		case err == io.EOF:
			return faults, digest
		case errors.As(err, &bad):
			faults = append(faults, bad)
		case err != nil:
			t.Fatal(err)
		}
		digest = digest*31 + uint64(token.Offset())*7 + uint64(len(token.Raw()))*3 + uint64(token.Depth())
	}
}

// wholeReportOf returns everything that an error reports.
func wholeReportOf(e *tokenizer.SyntaxError) string {
	related, _ := e.Related()
	pointer, _ := e.Pointer()
	return fmt.Sprintf("%s %q %+v", reportOf(e), pointer, related)
}

// checkPlacesOf checks that the lines and columns of an error agree with its offsets.
func checkPlacesOf(b []byte, e *tokenizer.SyntaxError) error {
	if want := tokenizer.Locate(b, e.Offset); e.Position() != want {
		return fmt.Errorf("%v at offset %d is at %+v, want %+v", e.Kind, e.Offset, e.Position(), want)
	}
	related, ok := e.Related()
	if !ok {
		return nil
	}
	if want := tokenizer.Locate(b, related.Offset); related.Start != want {
		return fmt.Errorf("%v at offset %d is related to %+v, want %+v", e.Kind, e.Offset, related, want)
	}
	if want := tokenizer.Locate(b, related.Offset+int64(related.Length)); related.End != want {
		return fmt.Errorf("%v at offset %d is related to %+v, which ends at %+v", e.Kind, e.Offset, related, want)
	}
	return nil
}

// checkRecovered checks that a document yields the same errors and tokens in memory and as a
// stream, and that the positions of all errors are correct.
func checkRecovered(t *testing.T, rng *rand.Rand, b []byte, opts ...tokenizer.Option) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v\n%s\nin %s", r, debug.Stack(), shown(b))
		}
	}()
	goOn := []tokenizer.TokenizerOption{tokenizer.JoinOptions(opts...), tokenizer.KeepGoing()}
	want, digest := recovered(t, tokenizer.New(b, goOn...))
	for _, e := range want[:min(len(want), mostRecovered)] {
		if err := checkPlacesOf(b, e); err != nil {
			t.Fatalf("%v in %s", err, shown(b))
		}
	}
	got, streamed := recovered(t, tokenizer.NewReader(anyReader(rng, b), goOn...))
	for i := range min(len(want), len(got), mostRecovered) {
		if in, of := wholeReportOf(want[i]), wholeReportOf(got[i]); in != of {
			t.Fatalf("in memory: %s\nof a stream: %s\nin %s", in, of, shown(b))
		}
	}
	if len(got) != len(want) || streamed != digest {
		t.Fatalf("%d errors in memory, %d of a stream, tokens %v, in %s", len(want), len(got), streamed == digest, shown(b))
	}
}

// shown returns the start of a document for messages, or all of a short document.
func shown(b []byte) string { return fmt.Sprintf("%.3000q of %d bytes", b, len(b)) }

// anyReader returns one of many kinds of readers of b.
func anyReader(rng *rand.Rand, b []byte) io.Reader {
	r := bytes.NewReader(b)
	switch rng.IntN(4) {
	case 0:
		return iotest.HalfReader(r)
	case 1:
		return iotest.DataErrReader(r)
	case 2:
		return &portions{b, 1 + rng.IntN(3000), rng}
	}
	return r
}

// portions is a reader that returns its data in portions of random sizes.
type portions struct {
	rest []byte
	most int
	rng  *rand.Rand
}

func (r *portions) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest[:min(len(r.rest), 1+r.rng.IntN(r.most))])
	r.rest = r.rest[n:]
	return n, nil
}

// mislay damages b near a multiple of 1024, where indexes begin and end. It moves a comma there.
// Often it then removes the comma, or inserts a member with a duplicate name after it.
func mislay(rng *rand.Rand, b []byte) []byte {
	from := rng.IntN(len(b))
	i := bytes.IndexByte(b[from:], ',')
	if i < 0 {
		return damage(rng, b)
	}
	i += from
	const unit = 1024
	n := max((i/unit+1)*unit-i-3+rng.IntN(6), 0)
	b = insert(b, i, strings.Repeat(" ", n))
	i += n
	if rng.IntN(2) == 0 {
		b[i] = ' '
	}
	switch rng.IntN(4) {
	case 0, 1:
		b = insert(b, i+1, nameBefore(rng, b[:i])+":0,")
	case 2:
		b = insert(b, i+1, pick(rng, intruders))
	}
	return b
}

// nameBefore returns a name that occurs in b. If it finds no name, it returns the name "a".
func nameBefore(rng *rand.Rand, b []byte) string {
	within := b[:len(b)-rng.IntN(1+min(len(b), 4000))]
	end := bytes.LastIndex(within, []byte(`":`))
	if end < 0 {
		return `"a"`
	}
	return string(b[max(bytes.LastIndexByte(b[:end], '"'), 0):end]) + `"`
}

// anyDocument returns the start of a real document, or a small generated document.
func anyDocument(docs []Document, m *mixture) []byte {
	if m.rng.IntN(3) == 0 {
		return bytes.Clone(m.appendWhole(nil, 200+m.rng.IntN(3000)))
	}
	b := pick(m.rng, docs).Data
	return bytes.Clone(b[:min(len(b), 1+m.rng.IntN(1<<(8+m.rng.IntN(11))))])
}

var damagedCount = flag.Int("damaged", 1500, "how many documents TestRecoveredErrorsOfMemoryAndStreams damages for each kernel")

// profiles are the options with which a Tokenizer that keeps going is tested.
var profiles = [][]tokenizer.Option{
	{tokenizer.UniqueNames()}, {tokenizer.UniqueNames()}, nil, {tokenizer.IJSON()},
	{tokenizer.ServiceLimits()}, {tokenizer.UniqueNames(), tokenizer.MaxTokens(3000), tokenizer.MaxDepth(6)},
	{tokenizer.UniqueNames(), tokenizer.MaxString(40), tokenizer.MaxMembers(50)},
}

// A damaged document yields the same errors at the same positions in memory and as a stream.
func TestRecoveredErrorsOfMemoryAndStreams(t *testing.T) {
	docs, outlines, cases := documents(t), outlinesOf(t), suite(t)
	rounds := *damagedCount
	if slow() {
		rounds = min(rounds, 100)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		m := newMixture(*documentSeed, outlines, cases)
		for range rounds {
			b := anyDocument(docs, m)
			for range 1 + m.rng.IntN(4) {
				switch {
				case len(b) == 0:
				case m.rng.IntN(3) == 0:
					b = damage(m.rng, b)
				default:
					b = mislay(m.rng, b)
				}
			}
			checkRecovered(t, m.rng, b, pick(m.rng, profiles)...)
		}
	})
}
