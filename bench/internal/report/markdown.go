package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
)

// WriteMarkdown writes all figures. After the head, each category has its means, and the figures for
// each input.
func (r *Report) WriteMarkdown(w io.Writer) {
	fmt.Fprint(w, "## Libraries: all figures\n\n`go -C bench run . compare` measures these figures.\n\n```\n")
	r.Head.Write(w)
	fmt.Fprint(w, "```\n\n")
	for _, c := range contest.Categories {
		if r.Has(c) {
			r.writeCategory(w, c)
		}
	}
}

func (r *Report) writeCategory(w io.Writer, c contest.Category) {
	t := r.Table(c, Everything)
	fmt.Fprintf(w, "### %s\n\nGeometric mean of %d inputs, GB/s.\n\n", c.Title(), len(t.Inputs))
	t.summary().Markdown(w)
	if s := t.remarks(""); s != "" {
		fmt.Fprintf(w, "%s\n", strings.ReplaceAll(s, "\n", "  \n"))
	}
	fmt.Fprintf(w, "<details><summary>Each input, GB/s</summary>\n\n")
	for _, group := range r.Groups(c) {
		if group != "" {
			fmt.Fprintf(w, "**%s**\n\n", group)
		}
		r.Table(c, inGroup(group)).matrix().Markdown(w)
	}
	fmt.Fprintf(w, "</details>\n\n")
}

// matrix returns a table with a row for each contestant and a column for each input.
func (t Table) matrix() *Grid {
	g := &Grid{Head: []string{"contestant"}}
	for _, in := range t.Inputs {
		g.Head = append(g.Head, in.Name)
	}
	g.Head = append(g.Head, "geomean", "x assay")
	for _, row := range t.Rows {
		cells := []string{row.Name}
		for i, c := range row.Cells {
			if len(c.Nanos) == 0 {
				cells = append(cells, "-")
				continue
			}
			cells = append(cells, Figure(t.Inputs[i].GBs(c)))
		}
		g.Add(append(cells, Figure(row.GBs), Figure(row.Ratio))...)
	}
	return g
}
