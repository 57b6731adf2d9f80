package passing

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// TestInspectionsThatPanic checks that a panic of a check reaches the caller, and that no goroutine is left.
func TestInspectionsThatPanic(t *testing.T) {
	panics := func(f func()) (has bool) {
		defer func() { has = recover() != nil }()
		f()
		return false
	}
	synctest.Test(t, func(t *testing.T) {
		for _, limit := range []int{0, 10} {
			f := feed{limit: limit} // an inspection without a plan panics
			if limit == 0 && !panics(f.start) {
				t.Error("start does not panic")
			}
			f.keep([]byte("1"))
			if limit > 0 && !panics(func() { f.end(io.EOF) }) {
				t.Error("end does not panic")
			}
			f.write([]byte("1"))
			f.end(io.EOF)
		}
	})
}

// TestFeedReads checks what an inspection reads, and that no goroutine is left if it stops early.
func TestFeedReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, limit := range []int{0, 3, 100} {
			f := feed{limit: limit, inspection: inspection{plan: &Plan{Framing: Lines}}}
			for part := range strings.SplitSeq("1\n2|\n|x\n|4\n5", "|") {
				if !f.keep([]byte(part)) {
					f.start()
					f.write([]byte(part))
				}
			}
			f.end(io.EOF)
			if n := len(f.inspection.findings); n != 1 || f.inspection.findings[0].Record != 3 || !f.ended {
				t.Errorf("limit %d: %d findings", limit, n)
			}
		}
	})
}
