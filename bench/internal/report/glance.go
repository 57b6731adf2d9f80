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
			g.Add(append([]string{c.Title()}, r.Table(c, Everything).glance(Figure)...)...)
		}
	}
	g.Markdown(w)
	r.writeCalls(w)
	for _, c := range glanced {
		if r.Has(c) {
			fmt.Fprintf(w, "![%s](%s/%s.svg)\n\n", r.chartTitle(c), charts, c)
		}
	}
}

// shortest are the inputs of which the summary has the time of a call.
var shortest = []string{"payload-small", "payload-medium"}

// writeCalls writes what one call takes for short documents.
func (r *Report) writeCalls(w io.Writer) {
	fmt.Fprint(w, "One call for a short document takes this many nanoseconds.\n\n")
	g := &Grid{Head: []string{"", "bytes", "assay", "ns", "fastest Go library that checks as much", "ns", "x assay", "fastest Go library that checks less", "ns", "x assay"}}
	for _, c := range contest.Categories {
		for _, name := range shortest {
			t := r.Table(c, func(in Input) bool { return in.Name == name })
			if len(t.Inputs) == 0 || !t.HasAssay {
				continue
			}
			bytes := t.Inputs[0].Bytes
			nanos := func(gbs float64) string { return Figure(float64(bytes) / gbs) }
			g.Add(append([]string{c.Title(), fmt.Sprint(bytes)}, t.glance(nanos)...)...)
		}
	}
	g.Markdown(w)
}

// glance returns the cells of a category in the summary: assay and the fastest peers in Go, each with a figure for its speed in GB/s.
func (t Table) glance(figure func(gbs float64) string) (cells []string) {
	ours := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Name == t.Reference })
	if ours < 0 {
		cells = append(cells, "-", "-")
	} else {
		cells = append(cells, t.Rows[ours].Name, figure(t.Rows[ours].GBs))
	}
	for _, careful := range []bool{true, false} {
		peer := slices.IndexFunc(t.Rows, func(r Row) bool {
			return r.Role == contest.Peer && r.Language != "C++" && r.Failed == 0 && (r.Careful || !t.Compares) == careful
		})
		if peer < 0 {
			cells = append(cells, "-", "-", "-")
		} else {
			cells = append(cells, t.Rows[peer].Name, figure(t.Rows[peer].GBs), Figure(t.Rows[peer].Ratio))
		}
	}
	return cells
}
