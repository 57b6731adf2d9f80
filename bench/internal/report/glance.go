package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/assayjson/assay/bench/internal/contest"
)

// glanced are the categories for which the summary of WriteGlance shows charts.
var glanced = []contest.Category{contest.Documents, contest.Values}

// WriteGlance writes the summary that most readers want: for each category, the speed of assay and
// of its fastest competitors. The parameter charts is the path from the written file to the folder
// with the charts.
func (r *Report) WriteGlance(w io.Writer, charts string) {
	fmt.Fprintf(w, "## Libraries at a glance\n\nThe figures are geometric means over all inputs, in GB/s on one core of an %s (%s, kernel %s).\n\n", r.Head.CPU, r.Head.System, r.Head.Kernel)
	g := &Grid{Head: []string{"", "assay", "GB/s", "fastest Go library that checks as much", "GB/s", "x assay", "fastest Go library that checks less", "GB/s", "x assay"}}
	for _, c := range contest.Categories {
		if r.Has(c) {
			g.Add(append([]string{c.Title()}, r.Table(c, Everything).glance()...)...)
		}
	}
	g.Markdown(w)
	for _, c := range glanced {
		if r.Has(c) {
			fmt.Fprintf(w, "![%s](%s/%s.svg)\n\n", r.chartTitle(c), charts, c)
		}
	}
}

// glance returns the cells of a category in the summary: assay and the fastest peers in Go.
func (t Table) glance() (cells []string) {
	ours := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Name == t.Reference })
	if ours < 0 {
		cells = append(cells, "-", "-")
	} else {
		cells = append(cells, t.Rows[ours].Name, Figure(t.Rows[ours].GBs))
	}
	for _, careful := range []bool{true, false} {
		peer := slices.IndexFunc(t.Rows, func(r Row) bool {
			return r.Role == contest.Peer && r.Language != "C++" && r.Failed == 0 && (r.Careful || !t.Compares) == careful
		})
		if peer < 0 {
			cells = append(cells, "-", "-", "-")
		} else {
			cells = append(cells, t.Rows[peer].Name, Figure(t.Rows[peer].GBs), Figure(t.Rows[peer].Ratio))
		}
	}
	return cells
}
