package lint

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// allocated returns how many bytes a check allocates, all in all.
func allocated(o Options, text []byte) uint64 {
	var before, after runtime.MemStats
	l := New(o)
	runtime.ReadMemStats(&before)
	r := l.Check(text)
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(r)
	return after.TotalAlloc - before.TotalAlloc
}

// Names outside ASCII that look like no other take little more than their text.
func TestConfusableKeysTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, which are larger under the race detector")
	}
	const names, most = 100_000, 250 // bytes, those that growing leaves behind included
	var b strings.Builder
	b.WriteByte('{')
	for i := range names {
		fmt.Fprintf(&b, "\"ключ%d\":%d,\n", i, i)
	}
	b.WriteString(`"x":0}`)
	const walks = "unnormalized-keys" // so that there is a walk over the names in any case
	off := allocated(Options{Severities: map[string]Severity{walks: Info, "confusable-keys": Off}}, []byte(b.String()))
	on := allocated(Options{Severities: map[string]Severity{walks: Info}}, []byte(b.String()))
	t.Logf("%d bytes a name", (on-off)/names)
	if on-off > names*most {
		t.Errorf("%d bytes for %d names", on-off, names)
	}
}

// A finding takes little more than a Diagnostic does, however many there are.
func TestFindingsTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations, which are larger under the race detector")
	}
	const findings, most = 100_000, 1300 // bytes, those of errors and places in the meantime included
	text := []byte("[" + strings.Repeat("[1,],\n", findings) + "0]")
	n := allocated(Options{MaxProblems: -1}, text)
	t.Logf("%d bytes a finding", n/findings)
	if n > findings*most {
		t.Errorf("%d bytes for %d findings", n, findings)
	}
}
