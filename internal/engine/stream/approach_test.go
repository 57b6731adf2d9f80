package stream

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
)

// The error is among the last tokens before a checkpoint. The scanner used to read everything from
// the previous checkpoint on.
func TestErrorsAtCheckpointsAreApproached(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		const end = segment + history
		for _, unit := range []string{"1,", `"x",`, `{"a":1},`, "[],", `"xxxxxxxxxxxxxxxxx",`} {
			for at := end - 2100; at < end; at += 100 {
				head := "[" + strings.Repeat("0,", at%500) // varies the number of tokens before the repeated part
				b := []byte(head + strings.Repeat(unit, (at-len(head))/len(unit)) + ":::" + strings.Repeat(unit, end))
				c := newChecker(rulesOf())
				if _, err := c.Write(b[:end-jsonsimd.IndexUnit]); err != nil {
					continue // a kernel has already found the error
				}
				// If the scanner read this part again, it would find these bytes.
				copy(c.buf[segment/2:], "???")
				_, err := c.Write(b[end-jsonsimd.IndexUnit : 2*end])
				e, ok := err.(*flaw.Report)
				if want := bytes.Index(b, []byte(":::")); !ok || int(e.Offset) != want {
					t.Fatalf("%s: got %v, want an error at byte %d", unit, err, want)
				}
			}
		}
	})
}
