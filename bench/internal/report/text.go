package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
)

// Write writes the head as text.
func (h Head) Write(w io.Writer) {
	lines := []string{
		"date      " + h.Date,
		"CPU       " + h.CPU + ", " + h.System + ", " + h.Pinned,
		"assay     kernel " + h.Kernel,
		"Go        " + h.Go,
		"measure   " + h.Measure,
	}
	if h.Short {
		lines = append(lines, "run       short: fewer inputs, or shorter turns, than a full run has")
	}
	for _, m := range h.Modules {
		lines = append(lines, "module    "+m)
	}
	for _, p := range h.Programs {
		lines = append(lines, "program   "+p)
	}
	for _, m := range h.Missing {
		lines = append(lines, "MISSING   "+m)
	}
	fmt.Fprintln(w, strings.Join(lines, "\n"))
}

// WriteInput writes the figures of input i as text.
func (r *Report) WriteInput(w io.Writer, i int) {
	in := r.Inputs[i]
	t := r.Table(in.Category, func(other Input) bool { return other == in })
	fmt.Fprintf(w, "\n%s: %s, %d bytes, %d per pass\n", in.Category, in.Name, in.Bytes, in.Ops)
	g := &Grid{Head: []string{"contestant", "GB/s", "±", "x assay", "allocs/op", "checks as much"}}
	for _, row := range t.Rows {
		if c := row.Cells[0]; c.Err != "" {
			g.Add(row.Name, "-", "-", "-", "-", c.Err)
			continue
		}
		g.Add(row.Name, Figure(row.GBs), percent(row.Spread), Figure(row.Ratio), allocs(row.Allocs), t.careful(row))
	}
	g.Text(w)
}

// careful describes whether a row checks everything that assay checks.
func (t Table) careful(row Row) string {
	switch {
	case row.Role == contest.Limit:
		return "limit"
	case !t.Compares:
		return "-"
	case row.Careful:
		return "yes"
	}
	return "no"
}

// WriteSummary writes the means of each category, and what each contestant checks.
func (r *Report) WriteSummary(w io.Writer) {
	for _, c := range contest.Categories {
		if !r.Has(c) {
			continue
		}
		t := r.Table(c, Everything)
		fmt.Fprintf(w, "\n%s: geometric mean of %d inputs\n", c.Title(), len(t.Inputs))
		t.summary().Text(w)
		fmt.Fprint(w, t.remarks("  "))
	}
}

// question is the head of the column with the answers of careful.
func (t Table) question() string {
	if t.Category == contest.Decoding {
		return "as strict"
	}
	return "as much"
}

// summary returns a table with a line for each contestant.
func (t Table) summary() *Grid {
	columns := t.columns()
	g := &Grid{Head: slices.Concat(
		[]string{"contestant", "version", "GB/s", "±", "x assay", "allocs/op", t.question()}, columns, []string{"remark"})}
	for _, row := range t.Rows {
		cells := []string{row.Name + strings.Repeat("*", min(row.Failed, 1)), row.Version, Figure(row.GBs),
			percent(row.Spread), Figure(row.Ratio), allocs(row.Allocs), t.careful(row)}
		for _, column := range columns {
			value := contest.Value(row.Findings, column)
			if value == "" {
				value = "-"
			}
			cells = append(cells, value)
		}
		g.Add(append(cells, row.Note)...)
	}
	return g
}

// columns returns the names of the properties that were probed in the category.
func (t Table) columns() []string {
	var columns []string
	for _, row := range t.Rows {
		for _, f := range row.Findings {
			if !slices.Contains(columns, f.Column) {
				columns = append(columns, f.Column)
			}
		}
	}
	return columns
}

// remarks returns what the table cannot show: which contestants lack a figure, and whether assay is
// missing.
func (t Table) remarks(indent string) string {
	var b strings.Builder
	if !t.HasAssay {
		fmt.Fprintf(&b, "%sassay has nothing for this yet, so there is no ratio to it.\n", indent)
	}
	for _, row := range t.Rows {
		for i, c := range row.Cells {
			if c.Err != "" {
				fmt.Fprintf(&b, "%s* %s has no figure for %s: %s\n", indent, row.Name, t.Inputs[i].Name, c.Err)
			}
		}
	}
	return b.String()
}
