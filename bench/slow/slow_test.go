package slow

import (
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/ruler"
)

func TestMeasure(t *testing.T) {
	var section strings.Builder
	if err := measure(&section, ruler.Plan{Rounds: 1, Turn: time.Microsecond}); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases() {
		if !strings.Contains(section.String(), "| "+c.name+" | ") {
			t.Errorf("%s is missing in:\n%s", c.name, section.String())
		}
	}
}

// TestBars checks that each bar has a name of its own, and that its work succeeds.
func TestBars(t *testing.T) {
	names := map[string]bool{}
	for _, b := range bars() { // which panics if any work fails
		if names[b.Name] {
			t.Errorf("%s twice", b.Name)
		}
		names[b.Name] = true
	}
}
