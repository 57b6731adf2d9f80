package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
)

// Records whose only errors are equal names have the findings that they have as documents.
func TestEqualNamesInRecords(t *testing.T) {
	lines := []string{
		`{"id":1,"id":2}`, `{"id":1,"b":{"a":1,"a":1e999}}`, `{"a":1}`, `{"a":"\u0041","a":2,"\u0061":3}`,
		`{"größe":1,"größe":2,"n":12345678901234567890}`, `[{"a":1,"a":2},{"b":"\ud800"}]`, `{"a":1,"a":2,}`, `[1e400]`,
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		var text strings.Builder
		var want []string
		for i := range 600 {
			line := lines[i*i%len(lines)]
			for _, d := range New(Options{}).Check([]byte(line + "\n")).Diagnostics {
				want = append(want, fmt.Sprint(i+1, d.Start.Column, d.Offset+int64(text.Len()), d.Length, d.Rule))
			}
			text.WriteString(line + "\n")
		}
		var got []string
		for _, d := range New(Options{Dialect: NDJSON, MaxProblems: -1}).Check([]byte(text.String())).Diagnostics {
			got = append(got, fmt.Sprint(d.Start.Line, d.Start.Column, d.Offset, d.Length, d.Rule))
		}
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Fatalf("finding %d of %d and %d: got %q, want %q", i, len(got), len(want), got[min(i, len(got)-1)], want[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d findings, want %d", len(got), len(want))
		}
	})
}
