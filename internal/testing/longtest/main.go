package longtest

import (
	"flag"
	"runtime"
	"testing"
)

// Main runs the tests of a package that allocates much and keeps little. The garbage collector runs when the heap has doubled, so it runs
// less often while something large is reachable, and tests need up to a third less time. That costs no memory, because nothing is
// written there. Long tests and benchmarks do without it.
func Main(m *testing.M) int {
	flag.Parse()
	var large []byte
	if Off() && flag.Lookup("test.bench").Value.String() == "" {
		large = make([]byte, 64<<20)
	}
	defer runtime.KeepAlive(large)
	return m.Run()
}
