package shapes

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/assayjson/assay/bench/internal/report"
)

// write writes the figures of t as text: a line for each operation and, if verbose is set, a line
// for each text.
func (t *table) write(w io.Writer, verbose bool) {
	fmt.Fprintf(w, "\nkernel %s, %d texts of %s\n\n", t.kernel, len(t.texts), sizeName(t.size))
	t.summary().Text(w)
	if !verbose {
		return
	}
	for _, op := range t.operations {
		fmt.Fprintf(w, "\n%s (kernel %s, %s)\n\n", op.name, t.kernel, sizeName(t.size))
		t.each(op).Text(w)
	}
}

// summary has a row for each operation.
func (t *table) summary() *report.Grid {
	g := &report.Grid{Head: []string{"operation", "median GB/s", "slowest GB/s", "ratio", "bar", "slowest text", "ns/call", "ns/token"}}
	for _, op := range t.operations {
		text, ratio := t.slowest(op.name)
		if text == "" {
			continue
		}
		tiny, other := t.medians(op.name)
		_, token := t.slowestToken(op.name)
		g.Add(op.name, gbps(other), gbps(t.cells[key{op.name, text}].speed()), report.Figure(ratio), report.Figure(op.bar), text, gbps(1/tiny), gbps(token))
	}
	return g
}

// gbps formats a speed in GB/s. NaN stands for a missing figure.
func gbps(x float64) string {
	if x != x {
		return "-"
	}
	return report.Figure(x)
}

// each has a row for each text of an operation, slowest first.
func (t *table) each(op operation) *report.Grid {
	tiny, other := t.medians(op.name)
	type row struct {
		text  string
		cell  cell
		ratio float64
	}
	var rows []row
	for _, text := range t.texts {
		if c, ok := t.cells[key{op.name, text.Name}]; ok {
			rows = append(rows, row{text.Name, c, relative(c, tiny, other)})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.ratio, b.ratio) })
	g := &report.Grid{Head: []string{"text", "GB/s", "ratio", "ns/call"}}
	for _, r := range rows {
		g.Add(r.text, report.Figure(r.cell.speed()), report.Figure(r.ratio), report.Figure(r.cell.nanos/float64(r.cell.calls)))
	}
	return g
}

// writeRulings writes the bars that are missed, and returns how many of them fail the run.
func writeRulings(w io.Writer, kernel string, rulings []ruling) (failed int) {
	if len(rulings) == 0 {
		return 0
	}
	missed := 0
	for _, r := range rulings {
		if r.missed() {
			missed++
		}
	}
	fmt.Fprintf(w, "\n%d of %d bars hold with kernel %s\n\n", len(rulings)-missed, len(rulings), kernel)
	for _, r := range rulings {
		if !r.missed() && r.failed == "" {
			continue
		}
		verb := "misses its bar of"
		if !r.missed() {
			verb = "reaches its bar of"
		}
		fmt.Fprintf(w, "  %s: %s, %s %s %s", r.Name, report.Figure(r.Figure), verb, report.Figure(r.Want), r.Unit)
		if r.text != "" {
			fmt.Fprintf(w, ", on %s", r.text)
		}
		if r.Floor > 0 {
			fmt.Fprintf(w, " (floor %s)", report.Figure(r.Floor))
		}
		if r.failed != "" {
			failed++
			fmt.Fprintf(w, "\n    FAILED: %s", r.failed)
		}
		fmt.Fprintln(w)
	}
	return failed
}
