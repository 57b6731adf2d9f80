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

// TestBars checks that the work of each bar succeeds. Otherwise, a bar panics.
func TestBars(t *testing.T) {
	for _, b := range bars() {
		b.Value(ruler.Plan{Rounds: 1, Turn: time.Microsecond})
	}
}
