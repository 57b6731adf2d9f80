package lint

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestTokensOfAnyLength checks that tokens of any length are accepted from any
// kind of input.
func TestTokensOfAnyLength(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", scan.DefaultMaxToken+1)
	for _, c := range []struct {
		text     string
		findings int
	}{
		{`["` + long + `"]` + "\n", 0},
		{`["` + long + `",]` + "\n", 1},
		// Short runs of the test use only this text, from a pipe.
		{`{"` + long + `":1,"a":"\ud800","a":2}` + "\n", 2},
	} {
		if longtest.Off() && c.findings < 2 {
			continue
		}
		readers := map[string]io.Reader{"file": strings.NewReader(c.text), "pipe": io.MultiReader(strings.NewReader(c.text))}
		if longtest.Off() {
			delete(readers, "file")
		}
		for name, r := range readers {
			report, err := New(Options{}).CheckReader(context.Background(), r)
			if err != nil || len(report.Diagnostics) != c.findings {
				t.Errorf("%.8s from a %s: %v, %d findings, want %d", c.text, name, err, len(report.Diagnostics), c.findings)
			}
		}
		if longtest.Off() {
			continue
		}
		if report := New(Options{}).Check([]byte(c.text)); len(report.Diagnostics) != c.findings {
			t.Errorf("%.8s in memory: %d findings, want %d", c.text, len(report.Diagnostics), c.findings)
		}
	}
}
