package lint

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/lint/internal/locate"
)

// allocated returns the total number of bytes that a check allocates. Meanwhile, the garbage collector
// is off, and one thread runs everything: otherwise it would depend on chance whether the second pass
// over a text finds the memory of the first one in a pool.
func allocated(o Options, text []byte) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	l := New(o)
	runtime.ReadMemStats(&before)
	r := l.Check(text)
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(r)
	return after.TotalAlloc - before.TotalAlloc
}

// TestConfusableKeysTakeLittleMemory checks that names outside ASCII take little more memory than
// their text if they do not look like other names.
func TestConfusableKeysTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, which are larger under the race detector")
	}
	const names, most = 100_000, 250 // most is in bytes per name, and includes memory that is replaced as it grows
	var b strings.Builder
	b.WriteString(`{"x" 0,`) // an error, so that there is a walk over all tokens, and any names may be equal
	for i := range names {
		fmt.Fprintf(&b, "\"сор%d\":%d,\n", i, i)
	}
	b.WriteString(`"y":0}`)
	off := allocated(Options{Severities: map[string]Severity{"confusable-keys": Off}}, []byte(b.String()))
	on := allocated(Options{}, []byte(b.String()))
	t.Logf("%d bytes a name", (int(on)-int(off))/names)
	if on <= off || on-off > names*most {
		t.Errorf("%d bytes without the rule and %d with it, for %d names", off, on, names)
	}
}

// TestFindingsTakeLittleMemory checks that a finding takes little more memory than a Diagnostic,
// for any number of findings.
func TestFindingsTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, which are larger under the race detector")
	}
	const findings, most = 100_000, 1300 // most is in bytes per finding, and includes temporary memory for errors and positions
	text := []byte("[" + strings.Repeat("[1,],\n", findings) + "0]")
	n := allocated(Options{MaxProblems: -1}, text)
	t.Logf("%d bytes a finding", n/findings)
	if n > findings*most {
		t.Errorf("%d bytes for %d findings", n, findings)
	}
}

// The check of a clean document allocates nothing but its report.
func TestCleanDocumentTakesAReport(t *testing.T) {
	l := New(Options{})
	for _, text := range []string{`{"id":1,"name":"x"}`, `[` + strings.Repeat(`{"id":1,"name":"x"},`, 50) + `0]`} {
		allocated := testing.AllocsPerRun(100, func() { l.Check([]byte(text)) })
		if !asmtest.Race && asm.Kernel() != "generic" && allocated > 2 { // the conversion to []byte is another allocation
			t.Errorf("%d bytes: %v allocations", len(text), allocated)
		}
	}
}

// TestTailIsShort checks that the last part of a text takes little memory even if the text arrives in large
// parts, and that it does not depend on the parts.
func TestTailIsShort(t *testing.T) {
	text := []byte("\n{\r\n" + strings.Repeat("{\"漢\": [1, 2]}\r\n", 20_000) + strings.Repeat("x", 300_000))
	want := locate.New(text, recordsStart).Advance(len(text))
	for _, size := range []int{len(text), 100_000, 16 << 10, 1000, 7} {
		got := tail{source{origin: recordsStart}}
		for part := range slices.Chunk(text, size) {
			if n, err := got.Write(part); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if cap(got.src) > 64<<10 {
			t.Errorf("parts of %d bytes: %d bytes of memory", size, cap(got.src))
		}
		end := locate.New(got.src, got.origin).Advance(len(got.src))
		if got.newline != "\n" || end != want || int(got.origin.Offset)+len(got.src) != len(text) || !bytes.HasSuffix(text, got.src) {
			t.Errorf("parts of %d bytes: line end %q, end %v, want %v", size, got.newline, end, want)
		}
	}
}
