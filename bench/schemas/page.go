package schemas

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/report"
)

// writeExample writes the figures of an example as text.
func (r *result) writeExample(w io.Writer, name string) {
	t := r.Table(category, func(in report.Input) bool { return in.Name == name })
	in := t.Inputs[0]
	fmt.Fprintf(w, "\n%s: %d bytes a document\n", in.Name, in.Bytes/in.Ops)
	g := &report.Grid{Head: []string{"contestant", "per document", "MB/s", "x assay", "allocs", "remark"}}
	for _, row := range t.Rows {
		c := row.Cells[0]
		if c.Err != "" {
			g.Add(row.Name, "-", "-", "-", "-", c.Err)
			continue
		}
		g.Add(row.Name, duration(perDocument(in, c)), report.Figure(1e3*row.GBs), report.Figure(row.Ratio), allocs(row), "")
	}
	g.Text(w)
	for _, v := range r.Wrong {
		if v.Example == in.Name {
			fmt.Fprintf(w, "  WRONG %s %s\n", v.Contestant, v.What)
		}
	}
}

// allocs returns the allocations for a document, which are known only for Go.
func allocs(row report.Row) string {
	if row.Language != "Go" {
		return "-"
	}
	return fmt.Sprintf("%.0f", row.Allocs)
}

// duration formats a time in nanoseconds.
func duration(nanos float64) string {
	switch {
	case nanos < 999.5e3:
		return report.Figure(nanos/1e3) + " µs"
	default:
		return report.Figure(nanos/1e6) + " ms"
	}
}

// writeSummary writes the means, and the bars.
func (r *result) writeSummary(w io.Writer) {
	fmt.Fprintf(w, "\nChecking a document against a schema, with parsing: geometric mean of %d schemas\n", len(r.table().Inputs))
	r.means().Text(w)
	fmt.Fprintf(w, "\n%s\n", invalidTitle)
	r.invalidMeans().Text(w)
	if bars, _ := r.judge(); bars != nil {
		fmt.Fprintln(w, "\nbars")
		bars.Text(w)
	}
}

// means returns a table with a line for each contestant.
func (r *result) means() *report.Grid {
	g := &report.Grid{Head: []string{"contestant", "version", "MB/s", "x assay", columnVerdicts, "schemas", "remark"}}
	t := r.table()
	for _, row := range t.Rows {
		g.Add(row.Name, row.Version, report.Figure(1e3*row.GBs), report.Figure(row.Ratio), contest.Value(row.Findings, columnVerdicts),
			fmt.Sprintf("%d of %d", len(t.Inputs)-row.Failed, len(t.Inputs)), row.Note)
	}
	return g
}

// invalidTitle describes the figures of invalidMeans.
const invalidTitle = "Rejecting invalid documents and describing what is invalid, in Go: geometric mean of the schemas with right verdicts"

// invalidMeans is like means, for invalid documents.
func (r *result) invalidMeans() *report.Grid {
	g := &report.Grid{Head: []string{"contestant", "MB/s", "x assay", "schemas"}}
	t := r.Table(categoryInvalid, report.Everything)
	for _, row := range t.Rows {
		g.Add(row.Name, report.Figure(1e3*row.GBs), report.Figure(row.Ratio), fmt.Sprintf("%d of %d", len(t.Inputs)-row.Failed, len(t.Inputs)))
	}
	return g
}

// matrix returns a table of times with a line for each schema and a column for each contestant.
func (r *result) matrix() *report.Grid {
	t := r.table()
	g := &report.Grid{Head: []string{"schema", "bytes"}}
	for _, row := range t.Rows {
		g.Head = append(g.Head, row.Name)
	}
	for i, in := range t.Inputs {
		cells := []string{in.Name, fmt.Sprint(in.Bytes / in.Ops)}
		for _, row := range t.Rows {
			if len(row.Cells[i].Nanos) == 0 {
				cells = append(cells, "-")
				continue
			}
			cells = append(cells, duration(perDocument(in, row.Cells[i])))
		}
		g.Add(cells...)
	}
	return g
}

// writeMarkdown writes the section of the page.
func (r *result) writeMarkdown(w io.Writer) {
	fmt.Fprintf(w, "## Schemas\n\n`go -C bench run . schemas` measures these on %d schemas, from a record of 99 bytes to files of hundreds of kilobytes. The\n"+
		"time includes parsing. The verdicts of all contestants are checked on variants of the documents, valid and invalid.\n\n```\n", len(r.table().Inputs))
	r.Head.Write(w)
	fmt.Fprint(w, "```\n\n")
	r.means().Markdown(w)
	fmt.Fprint(w, "The time of ajv from a string does not include the conversion of bytes to a string.\n\n**Time for a document**\n\n")
	r.matrix().Markdown(w)
	fmt.Fprintf(w, "**Invalid documents**\n\n%s.\n\n", invalidTitle)
	r.invalidMeans().Markdown(w)
	r.writeAbout(w)
	r.writeWrong(w)
	if bars, _ := r.judge(); bars != nil {
		fmt.Fprint(w, "**Bars**\n\nA bar that falls short is work to do.\n\n")
		bars.Markdown(w)
	}
}

// writeAbout lists what the schemas describe.
func (r *result) writeAbout(w io.Writer) {
	fmt.Fprint(w, "**Schemas and documents**\n\n")
	g := &report.Grid{Head: []string{"schema", "documents"}}
	for _, name := range names {
		if archive, err := archiveOf(name); err == nil {
			g.Add(name, about(archive))
		}
	}
	g.Markdown(w)
}

// writeWrong lists the wrong verdicts.
func (r *result) writeWrong(w io.Writer) {
	if len(r.Wrong) == 0 {
		return
	}
	fmt.Fprintf(w, "<details><summary>Wrong verdicts: %d</summary>\n\n", len(r.Wrong))
	g := &report.Grid{Head: []string{"contestant", "schema", "verdict"}}
	for _, v := range r.Wrong {
		g.Add(v.Contestant, v.Example, "`"+v.What+"`")
	}
	g.Markdown(w)
	fmt.Fprint(w, "</details>\n\n")
}
