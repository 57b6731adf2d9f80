package report

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/baseline"
	"github.com/assayjson/assay/bench/internal/contest"
)

// TestBaselines checks the table of a run in which the first baseline is 10 times slower than assay,
// the second one 20 times, and so on.
func TestBaselines(t *testing.T) {
	r := &Report{
		Contestants: []Contestant{{Category: contest.UTF8, Role: contest.Assay, Name: "assay"}},
		Inputs:      []Input{{Category: contest.UTF8, Group: baseline.Group, Name: "one", Bytes: 1}},
		Cells:       []Cell{{Nanos: []float64{2}}},
	}
	if r.baselines() != nil {
		t.Error("there is a table without baselines")
	}
	for i, v := range baseline.All() {
		r.Contestants = append(r.Contestants, Contestant{Category: contest.UTF8, Role: contest.Peer, Name: v.Name})
		r.Cells = append(r.Cells, Cell{Contestant: i + 1, Nanos: []float64{20 * float64(i+1)}})
	}
	var text, markdown strings.Builder
	r.WriteSummary(&text)
	r.WriteMarkdown(&markdown, "charts")
	contains(t, text.String(), "Keiser-Lemire")
	contains(t, markdown.String(), "| branching decoder | 48-77 x | 10.0 |\n", "| finite automaton | 20-45 x | 20.0 |\n", "| loop over lead bytes | 13-35 x | 30.0 |\n")
}
