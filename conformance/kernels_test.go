package conformance

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// Each file of the suite is checked with white space before and after it. The white space moves the
// file to the edges of blocks and chunks, and makes the text long enough for the kernels.
func TestSuiteOnEveryKernel(t *testing.T) {
	cases := suite(t)
	space := strings.Repeat(" ", 1200)
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, c := range cases {
			if len(c.Data) > 20_000 {
				continue // deep nesting: see hostile_test.go
			}
			want := json.Valid(c.Data) && utf8.Valid(c.Data)
			for move := 0; move < 1100; move += 1 + move/60*7 {
				b := append(append([]byte(space[:move]), c.Data...), space[:600]...)
				if got := tokenizer.Valid(b); got != want {
					t.Errorf("%s after %d spaces: %v, want %v", c.Name, move, got, want)
				}
			}
		}
	})
}

// Parts of documents are truncated, changed in one byte, or shortened in the middle. The verdict is
// that of the standard library.
func TestDamagedDocumentsOnEveryKernel(t *testing.T) {
	docs := documents(t)
	rounds := 400
	if longtest.Off() {
		rounds = 20
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for _, d := range docs {
			if !tokenizer.Valid(d.Data) {
				t.Errorf("%s rejected", d.Name)
			}
			for range rounds {
				begin := rng.IntN(len(d.Data))
				b := bytes.Clone(d.Data[begin:min(len(d.Data), begin+rng.IntN(20_000))])
				b = append([]byte("[ \""), b...) // the part may now begin inside a string
				if rng.IntN(2) == 0 {
					b = bytes.Clone(d.Data[:min(len(d.Data), 30_000)])
				}
				switch rng.IntN(3) {
				case 0:
					b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
				case 1:
					b = b[:rng.IntN(len(b))]
				default:
					i, j := rng.IntN(len(b)), rng.IntN(len(b))
					b = append(b[:min(i, j)], b[max(i, j):]...)
				}
				if got, want := tokenizer.Valid(b), json.Valid(b) && utf8.Valid(b); got != want {
					t.Fatalf("%s: %v, want %v: %q", d.Name, got, want, b)
				}
			}
		}
	})
}

// Every kind of error is tried at many offsets in a chunk of the widest kernel, and after a text
// with so many tokens that they fill many chunks. The error is the same with all kernels.
func TestErrorsAreEqualOnEveryKernel(t *testing.T) {
	step, records := 13, 3000
	if slow() {
		step, records = 39, 300
	}
	var offsets []int
	for offset := 1; offset < 1100; offset += 1 + offset/100*step {
		offsets = append(offsets, offset)
	}
	long := "[" + strings.Repeat(`{"a":[1,2.5,true]},`, records)
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, c := range errorCases {
			for _, offset := range offsets {
				checkMovedError(t, c.in, strings.Repeat(" ", offset))
			}
			checkMovedError(t, c.in, long)
		}
	})
}

// checkMovedError checks that Check reports the same error as the scanner for the concatenation of
// before and in.
func checkMovedError(t *testing.T, in, before string) {
	t.Helper()
	b := []byte(before + in)
	got, bad := factsOf(tokenizer.Check(b))
	want, wantBad := factsOf(checkByScanner(b))
	if got != want || bad != wantBad {
		t.Errorf("%q after %d bytes: %+v, want %+v", in, len(before), got, want)
	}
	if tokenizer.Valid(b) == wantBad {
		t.Errorf("%q after %d bytes: Valid disagrees with Check", in, len(before))
	}
}
