package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Grid is a table of strings. Columns of numbers are aligned to the right.
type Grid struct {
	Head []string
	rows [][]string
}

// Add adds a row. The row must have the same number of cells as the head.
func (g *Grid) Add(cells ...string) { g.rows = append(g.rows, cells) }

// Text writes g in columns.
func (g *Grid) Text(w io.Writer) {
	all := append([][]string{g.Head}, g.rows...)
	widths := make([]int, len(g.Head))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range all {
		var line strings.Builder
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if g.numeric(i) {
				line.WriteString(padding + cell + "  ")
			} else {
				line.WriteString(cell + padding + "  ")
			}
		}
		fmt.Fprintln(w, "  "+strings.TrimRight(line.String(), " "))
	}
}

// Markdown writes g as a table in GitHub Flavored Markdown.
func (g *Grid) Markdown(w io.Writer) {
	fmt.Fprintf(w, "| %s |\n|", strings.Join(g.Head, " | "))
	for i := range g.Head {
		if g.numeric(i) {
			fmt.Fprint(w, "--:|")
		} else {
			fmt.Fprint(w, "---|")
		}
	}
	fmt.Fprintln(w)
	for _, row := range g.rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintln(w)
}

// numeric reports whether column i contains figures: each cell begins with a digit, is a dash, or
// is empty.
func (g *Grid) numeric(i int) bool {
	digits := false
	for _, row := range g.rows {
		switch cell := strings.TrimLeft(row[i], "~*"); {
		case cell == "" || cell == "-":
		case cell[0] < '0' || cell[0] > '9' || strings.Contains(cell, "/"):
			return false
		default:
			digits = true
		}
	}
	return digits && i > 0
}

// Figure formats a positive number with three significant digits.
func Figure(x float64) string {
	switch {
	case x <= 0:
		return "-"
	case x >= 99.5:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.95:
		return fmt.Sprintf("%.1f", x)
	case x >= 0.0995:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

// allocs formats a mean number of allocations. A mean far below one comes from the runtime, not
// from the work.
func allocs(x float64) string {
	if x < 0.005 {
		return "0"
	}
	return Figure(x)
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }
