package stream

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A followed reader records up to where its text is known to be valid.
type followed struct {
	io.Reader
	passed func(offset reading.Offset)
	last   atomic.Int64
}

func (f *followed) Passed(offset reading.Offset) {
	f.last.Store(int64(offset))
	f.passed(offset)
}

// isBeginning reports whether b is the valid beginning of a document, and does not end in a string.
func isBeginning(rules scan.Rules, b []byte) bool {
	s := scan.Scanner{Rules: rules}
	s.Reset(b)
	s.SkipBOM()
	for {
		if s.SkipSpace(); s.Pos == len(b) {
			return true
		}
		if !s.Token(b[s.Pos]) {
			return false
		}
	}
}

// Whatever a Checker reports to a follower is the valid beginning of a document, even if the
// document is invalid later. It lags behind by a few segments at most, unless there is a long token.
func TestFollower(t *testing.T) {
	documents := 1000
	if longtest.Off() {
		documents = 50
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 6))
		reports := 0
		for range documents {
			b := []byte(jsontest.Lined(rng, 1+rng.IntN(6000)))
			switch rng.IntN(4) {
			case 0:
				b = bytes.Clone(jsontest.NewNamer(rng).Document())
			case 1:
				b = []byte(jsontest.Nested(rng, 1+rng.IntN(9000)))
			}
			valid := true
			if rng.IntN(2) == 0 {
				b = jsontest.Wreck(rng, b)
				valid = false
			}
			config := configOf(iJSON)
			config.ReadAhead, config.Segment = rng.IntN(2) == 0, 512+rng.IntN(1500)
			f := &followed{Reader: jsontest.PiecesOf(b, 700, rng)}
			f.passed = func(offset reading.Offset) {
				reports++
				if !isBeginning(config.Rules, b[:offset]) {
					t.Fatalf("segment %d: %q is not a valid beginning", config.Segment, b[:offset])
				}
			}
			err := Verdict(context.Background(), f, config)
			if lag := len(b) - int(f.last.Load()); err == nil && valid && lag > 5*config.Segment+4096 {
				t.Fatalf("segment %d: %d of %d bytes were not reported", config.Segment, lag, len(b))
			}
		}
		if reports < documents {
			t.Errorf("%d reports", reports)
		}
	})
}

// The progress of a Checker is the valid beginning of a document, or of a string in it, even if the document is invalid later, and lags
// behind by little more than a segment.
func TestProgress(t *testing.T) {
	documents := 1000
	if longtest.Off() {
		documents = 50
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(43, 9))
		inStrings := 0
		for range documents {
			b := []byte(jsontest.Lined(rng, 1+rng.IntN(6000)))
			if rng.IntN(2) == 0 {
				b = append(append([]byte(`{"a": [1, "`), bytes.Repeat([]byte(`text é \u00e9 `), 200+rng.IntN(200))...), `"]}`...)
			}
			valid := rng.IntN(2) == 0
			if !valid {
				b = jsontest.Wreck(rng, b)
			}
			config := configOf(iJSON)
			config.Segment = 512 + rng.IntN(1500)
			c := NewVerdict(config)
			for at := 0; at < len(b); {
				n := min(1+rng.IntN(700), len(b)-at)
				_, err := c.Write(b[at : at+n])
				at += n
				p := c.Progress
				text := b[:p.Valid]
				if p.InString > p.Valid {
					inStrings++
					text = append(bytes.Clone(b[:p.InString+1]), '"')
				}
				if !isBeginning(config.Rules, text) {
					t.Fatalf("segment %d: %+v, %q is not a valid beginning", config.Segment, p, text)
				}
				if lag := at - int(max(p.Valid, p.InString)); err == nil && valid && lag > 2*config.Segment+4096 {
					t.Fatalf("segment %d: %d of %d bytes were not reported", config.Segment, lag, at)
				}
			}
			if err := c.Close(); (err == nil) != (Verdict(t.Context(), bytes.NewReader(b), config) == nil) {
				t.Fatalf("%q: %v", b, err)
			}
		}
		if inStrings == 0 {
			t.Error("no progress in a string")
		}
	})
}

// With limits, the progress does not lag behind either, however long the tokens are that the kernels have not judged.
func TestProgressWithLimits(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range []int{0, 10, 100, 1000} {
			config := configOf(maxTokens(1 << 20))
			config.Segment = 16 << 10
			c := NewVerdict(config)
			text := []byte(`"` + strings.Repeat("x", n) + `",`)
			at, err := c.Write([]byte("["))
			for at < 10*config.Segment && err == nil {
				var written int
				written, err = c.Write(text)
				at += written
				if lag := at - int(c.Progress.Valid); lag > config.Segment+2*jsonsimd.IndexUnit+len(text) {
					t.Fatalf("strings of %d bytes: %d of %d bytes were not reported", n, lag, at)
				}
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
}
