package conformance

import (
	"bytes"
	"encoding/json"
	"flag"
	"runtime/debug"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

var (
	documentCount = flag.Int("documents", 0, "check so many documents with TestDifferential; 0 is for some seconds")
	documentSeed  = flag.Uint64("seed", 1, "which documents TestDifferential checks")
)

// slow reports whether to run fewer cases, because all of them would take tens of seconds under the
// race detector or in emulation.
func slow() bool { return race || longtest.Off() }

// scannerSays returns the verdict of the portable scanner.
func scannerSays(b []byte, maxDepth int) bool {
	return checkByScanner(b, tokenizer.MaxDepth(maxDepth)) == nil
}

// checkByScanner is like [tokenizer.Check], but uses no kernels. TestScannerIsNoKernel checks that
// it uses none.
func checkByScanner(b []byte, opts ...tokenizer.Option) error {
	jsonsimd.Use(false)
	defer jsonsimd.Use(true)
	return tokenizer.Check(b, opts...)
}

// If scannerSays used a kernel, the differential test would compare the kernels with themselves.
// The scanner can be recognized because it allocates memory for deep levels.
func TestScannerIsNoKernel(t *testing.T) {
	deep := bytes.Repeat([]byte("["), 1000)
	deep = append(deep, bytes.Repeat([]byte("]"), 1000)...)
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		if n := testing.AllocsPerRun(10, func() { scannerSays(deep, 2000) }); n < 1 {
			t.Error("was that the scanner?")
		}
	})
}

func standardLibrarySays(b []byte) bool { return json.Valid(b) && utf8.Valid(b) }

// knowsJSON skips the test if the kernels in use give no verdict on JSON.
func knowsJSON(t *testing.T) {
	t.Helper()
	if _, known := jsonsimd.Valid(bytes.Repeat([]byte(" "), 1000), scan.DefaultMaxDepth); !known {
		t.Skip("no kernel for JSON")
	}
}

// A difference compares the kernels in use with the scanner, and counts documents and verdicts.
type difference struct {
	t                               *testing.T
	documents                       *mixture
	guarded                         []byte
	checked, valid                  int // documents
	known, knownValid               int // documents for which the kernel gave a verdict
	standard, standardValid, alarms int
}

// TestDifferential compares the verdict of the kernels with that of the portable scanner, and both
// with the standard library. The documents are made at random from parts of real documents, of the
// suite and of generated documents. Some are intact, others are damaged.
//
//	go test ./conformance -run TestDifferential/avx512 -documents 50000000 -seed 7 -timeout 0 -v
func TestDifferential(t *testing.T) {
	outlines, cases := outlinesOf(t), suite(t)
	count := *documentCount
	switch {
	case count > 0:
	case slow():
		count = 20_000
	default:
		count = 300_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		knowsJSON(t)
		d := difference{t: t, guarded: asmtest.Guarded(t, 2*longest)}
		d.documents = newMixture(*documentSeed, outlines, cases)
		d.run(count)
		t.Logf("seed %d: %d documents, %d of them valid; the kernel's verdict on %d (%d valid), the standard library's on %d (%d valid)",
			*documentSeed, d.checked, d.valid, d.known, d.knownValid, d.standard, d.standardValid)
		if d.valid < count/3 || d.valid > count*2/3 || d.known < count/2 {
			t.Error("a run that proves little")
		}
	})
}

func (d *difference) run(count int) {
	var b []byte
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil { // most likely, a kernel touched a guard page
			d.t.Fatalf("document %d: %v: %q", d.checked, r, b)
		}
	}()
	for range count {
		b = d.documents.document()
		d.check(b)
		if d.alarms >= 5 {
			d.t.FailNow()
		}
	}
}

// check checks one document, either in place or moved next to a guard page. Sometimes it sets a
// limit on depth that the document may reach.
func (d *difference) check(b []byte) {
	rng := d.documents.rng
	maxDepth := scan.DefaultMaxDepth
	if rng.IntN(16) == 0 {
		maxDepth = 1 + few(rng, 10)
	}
	place := func(b []byte) []byte { return b }
	switch rng.IntN(16) {
	case 0, 1, 2, 3:
		place = d.last
	case 4:
		place = d.first
	}
	if len(b) > len(d.guarded) { // a splice of two long documents
		place = bytes.Clone
	}
	b = place(b)
	want := scannerSays(b, maxDepth)
	got, known := jsonsimd.Valid(b, maxDepth)
	d.count(want, known)
	if known && got != want {
		d.alarm(b, want, func(b []byte) bool {
			got, known := jsonsimd.Valid(place(b), maxDepth)
			return known && got != scannerSays(b, maxDepth)
		})
	}
	if maxDepth == scan.DefaultMaxDepth && (len(b) <= 200 || rng.IntN(16) == 0) {
		d.standard++
		d.standardValid += bit(want)
		if standardLibrarySays(b) != want {
			d.alarm(b, want, func(b []byte) bool { return standardLibrarySays(b) != scannerSays(b, maxDepth) })
		}
	}
}

func (d *difference) count(want, known bool) {
	d.checked++
	d.valid += bit(want)
	d.known += bit(known)
	d.knownValid += bit(known && want)
}

// last returns b moved to the end of the memory, next to the guard page.
func (d *difference) last(b []byte) []byte {
	moved := d.guarded[len(d.guarded)-len(b):]
	return moved[:copy(moved, b)]
}

// first returns b moved to the start of the memory, next to the guard page.
func (d *difference) first(b []byte) []byte {
	n := copy(d.guarded, b)
	return d.guarded[:n:n]
}

// alarm reports the document b, and a smaller document for which the verdicts also differ.
func (d *difference) alarm(b []byte, want bool, differ func([]byte) bool) {
	d.t.Helper()
	d.alarms++
	small := bytes.Clone(b)
	for size := len(small); size > 0; size /= 2 {
		for i := 0; i+size <= len(small); {
			without := append(bytes.Clone(small[:i]), small[i+size:]...)
			if differ(without) {
				small = without
			} else {
				i += size
			}
		}
	}
	d.t.Errorf("document %d of seed %d, %d bytes: the scanner says %v, differently from the kernel or the standard library; smallest %d bytes: %q; in full: %q",
		d.checked, *documentSeed, len(b), want, len(small), small, b)
}
