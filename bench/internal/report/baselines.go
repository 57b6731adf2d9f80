package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/assayjson/assay/bench/internal/baseline"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/ruler"
)

const baselinesTitle = "How many times as fast `utf8check` is as each baseline of the Keiser-Lemire article, on random characters\n"

// writeBaselines writes the comparison with the baselines, if they were measured.
func (r *Report) writeBaselines(w io.Writer) {
	g := r.baselines()
	if g == nil {
		return
	}
	fmt.Fprintf(w, "%s\n", baselinesTitle)
	g.Markdown(w)
	fmt.Fprint(w, "The second column has the ranges that the article\n"+
		"([Validating UTF-8 In Less Than One Instruction Per Byte](https://arxiv.org/abs/2010.03090), 2020) gives for its own\n"+
		"algorithm and for baselines in C++. The baselines here are written in Go after the same ideas: a decoder with branches\n"+
		"as in UTF8-CPP, Höhrmann's automaton, and a loop over lead bytes as in Fuchsia.\n\n")
}

// baselines returns a table with the speed of assay as a multiple of the speed of each baseline, or
// nil if these were not measured.
func (r *Report) baselines() *Grid {
	t := r.Table(contest.UTF8, inGroup(baseline.Group))
	assay := t.row(t.Reference)
	if assay < 0 {
		return nil
	}
	g := &Grid{Head: []string{"baseline", "article"}}
	for _, in := range t.Inputs {
		g.Head = append(g.Head, in.Name)
	}
	for _, v := range baseline.All() {
		at := t.row(v.Name)
		if at < 0 {
			return nil
		}
		cells := []string{v.Name, v.Article + " x"}
		for i, c := range t.Rows[at].Cells {
			cells = append(cells, Figure(ruler.Ratio(t.Rows[assay].Cells[i].Nanos, c.Nanos)))
		}
		g.Add(cells...)
	}
	return g
}

// row returns the index of the row with a name, or -1.
func (t Table) row(name string) int {
	return slices.IndexFunc(t.Rows, func(r Row) bool { return r.Name == name })
}
