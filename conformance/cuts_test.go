package conformance

import (
	"bytes"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
)

// someDocuments calls f with valid documents made of parts of all kinds. Each is an array or object
// without surrounding white space.
func someDocuments(t *testing.T, outlines []*outline, cases []Case, count int, f func(m *mixture, b []byte)) {
	t.Helper()
	m := newMixture(99, outlines, cases)
	for count > 0 {
		b := bytes.TrimSpace(m.appendWhole(nil, 200+m.rng.IntN(1300)))
		if (b[0] == '[' || b[0] == '{') && standardLibrarySays(b) {
			f(m, b)
			count--
		}
	}
}

// No proper prefix of an array or object is a document. Each document is cut at every length, and a
// guard page begins right after the cut.
func TestCutsAtEveryLength(t *testing.T) {
	outlines, cases := outlinesOf(t), suite(t)
	count := 300
	if slow() {
		count = 10
	}
	memory := asmtest.Guarded(t, largest)
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		someDocuments(t, outlines, cases, count, func(_ *mixture, b []byte) {
			for n := range len(b) + 1 {
				cut := memory[len(memory)-n:]
				copy(cut, b)
				got, known := jsonsimd.Valid(cut, scan.DefaultMaxDepth)
				if known && got != (n == len(b)) {
					t.Fatalf("%q cut at %d: %v", b, n, got)
				}
			}
		})
	})
}

// Each input is the head of one document, cut at every length, followed by the tail of another
// document. Usually the tail does not close the containers that the head has opened, but by chance
// the input may be valid.
func TestSplicesAtEveryOffset(t *testing.T) {
	outlines, cases := outlinesOf(t), suite(t)
	count := 300
	if slow() {
		count = 10
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		tail, valid := []byte("[1]"), 0
		someDocuments(t, outlines, cases, count, func(m *mixture, b []byte) {
			for n := range b {
				spliced := append(m.buffer[:0], b[:n]...)
				spliced = append(spliced, tail[m.rng.IntN(len(tail)):]...)
				want := scannerSays(spliced, scan.DefaultMaxDepth)
				if got, known := jsonsimd.Valid(spliced, scan.DefaultMaxDepth); known && got != want {
					t.Fatalf("%q: %v, want %v", spliced, got, want)
				}
				valid += bit(want)
			}
			tail = bytes.Clone(b)
		})
		t.Logf("%d valid", valid)
	})
}
