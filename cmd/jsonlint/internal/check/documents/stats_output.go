package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/survey"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/files/joblog"
)

// writeText writes the description for people.
func (d *description) writeText(w io.Writer) error {
	var b bytes.Buffer
	row := func(what string, value any) { fmt.Fprintf(&b, "%-16s %v\n", what, value) }
	row("file", report.Path(d.name))
	row("bytes", d.bytes)
	row("lines", d.lines())
	if d.ofRecords() {
		row("records", d.Values())
		row("damaged", d.Damaged)
	}
	row("tokens", d.Tokens)
	for _, k := range kindsOfTokens {
		row("  "+k.name, d.Kinds[k.kind])
	}
	row("depth", d.Depth)
	row("longest string", fmt.Sprintf("%s, at byte %d", report.Count(d.LongestString, "byte"), d.LongestStringAt))
	row("longest number", report.Count(d.LongestNumber, "byte"))
	b.WriteByte('\n')
	hasMaps := d.writePaths(&b)
	if hasMaps {
		fmt.Fprintf(&b, "\nSome objects have more than %d different names; * stands for all members of such an object.\n", d.MostNames())
	}
	if d.Deeper > 0 {
		fmt.Fprintf(&b, "\n%s inside more than %d arrays and objects, and not described.\n", areValues(d.Deeper), survey.MostDepth)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// kindsOfTokens are the kinds of tokens that are counted.
var kindsOfTokens = []struct {
	name string
	kind token.Kind
}{
	{"objects", token.BeginObject}, {"arrays", token.BeginArray}, {"names", token.Name}, {"strings", token.String},
	{"numbers", token.Number}, {"true", token.True}, {"false", token.False}, {"null", token.Null},
}

// areValues returns the subject and the verb of a sentence about n values.
func areValues(n int64) string {
	if n == 1 {
		return "1 value is"
	}
	return fmt.Sprintf("%d values are", n)
}

// writePaths writes a table with a line for each path. It reports whether an object has too many names.
func (d *description) writePaths(b *bytes.Buffer) (hasMaps bool) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "path\tvalues\tmissing\ttypes\tdistinct\trange\tbytes\texamples")
	for _, p := range d.Paths() {
		hasMaps = hasMaps || p.Map
		missing := ""
		if p.Objects > 0 {
			missing = fmt.Sprint(p.Missing)
		}
		line := fmt.Sprintf("%s\t%d\t%s\t%s\t%s\t%s\t%d\t%s", d.pathOf(p), p.Values, missing, typesOf(p), distinctOf(p), rangeOf(p), p.Bytes, examplesOf(p))
		fmt.Fprintln(t, strings.TrimRight(line, "\t"))
	}
	t.Flush() // a bytes.Buffer does not fail
	return hasMaps
}

// pathOf returns a path for a table.
func (d *description) pathOf(p survey.Path) string {
	switch {
	case p.Path != "":
		return cell(p.Path)
	case d.ofRecords():
		return "(record)"
	}
	return "(document)"
}

// cell returns a text for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(report.Line(text), "\t", " ") }

// typesOf returns the types of the values.
func typesOf(p survey.Path) string {
	var all []string
	for t, n := range p.Types {
		switch {
		case n == p.Values && n > 0:
			return survey.Type(t).String()
		case n > 0:
			all = append(all, fmt.Sprintf("%v %d", survey.Type(t), n))
		}
	}
	return strings.Join(all, ", ")
}

// distinctOf returns how many different scalars there are.
func distinctOf(p survey.Path) string {
	switch {
	case p.Distinct == 0:
		return ""
	case p.Exact:
		return fmt.Sprint(p.Distinct)
	}
	return fmt.Sprintf("~%d", p.Distinct)
}

// rangeOf returns the range of the numbers, and that of the lengths of the strings.
func rangeOf(p survey.Path) string {
	var all []string
	switch {
	case p.Least == "":
	case p.Least == p.Greatest:
		all = append(all, p.Least)
	default:
		all = append(all, p.Least+" to "+p.Greatest)
	}
	if p.Types[survey.String] > 0 {
		text := report.Count(p.Longest, "character")
		if p.Shortest < p.Longest {
			text = fmt.Sprintf("%d to %s", p.Shortest, text)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// examplesOf returns the examples.
func examplesOf(p survey.Path) string {
	var all []string
	for _, e := range p.Examples {
		all = append(all, cell(e))
	}
	return strings.Join(all, ", ")
}

// A statsReport is what --format json reports of a file.
type statsReport struct {
	Path          string           `json:"path"`
	Bytes         int64            `json:"bytes"`
	Lines         int64            `json:"lines"`
	Records       *int64           `json:"records,omitempty"`
	Damaged       *int64           `json:"damaged,omitempty"`
	FirstDamaged  int64            `json:"firstDamagedLine,omitempty"`
	Tokens        int64            `json:"tokens"`
	Kinds         map[string]int64 `json:"tokensByKind"`
	Depth         int              `json:"depth"`
	LongestString int              `json:"longestStringBytes"`
	LongestNumber int              `json:"longestNumberBytes"`
	MostNames     int              `json:"mostNames"`
	Deeper        int64            `json:"notDescribed"`
	Paths         []pathReport     `json:"paths"`
}

// A pathReport is what --format json reports of a path. Numbers are strings with their spelling, because a reader may not be able to
// represent them.
type pathReport struct {
	Path     string           `json:"path"`
	Values   int64            `json:"values"`
	Types    map[string]int64 `json:"types"`
	Objects  *int64           `json:"objects,omitempty"`
	Missing  *int64           `json:"missing,omitempty"`
	Map      bool             `json:"map,omitempty"`
	Distinct int64            `json:"distinct"`
	Exact    bool             `json:"distinctIsExact"`
	Least    string           `json:"least,omitempty"`
	Greatest string           `json:"greatest,omitempty"`
	Shortest *int             `json:"shortest,omitempty"`
	Longest  *int             `json:"longest,omitempty"`
	Bytes    int64            `json:"bytes"`
	Largest  int64            `json:"largest"`
	Examples []string         `json:"examples"`
}

// writeJSON writes the description as one line of JSON.
func (d *description) writeJSON(w io.Writer) error {
	r := statsReport{
		Path: d.name, Bytes: d.bytes, Lines: d.lines(), FirstDamaged: d.FirstDamaged, Tokens: d.Tokens, Kinds: map[string]int64{}, Depth: d.Depth,
		LongestString: d.LongestString, LongestNumber: d.LongestNumber, MostNames: d.MostNames(), Deeper: d.Deeper, Paths: []pathReport{},
	}
	for _, k := range kindsOfTokens {
		r.Kinds[k.name] = d.Kinds[k.kind]
	}
	if d.ofRecords() {
		n := d.Values()
		r.Records, r.Damaged = &n, &d.Damaged
	}
	for _, p := range d.Paths() {
		one := pathReport{
			Path: p.Path, Values: p.Values, Types: map[string]int64{}, Map: p.Map, Distinct: p.Distinct, Exact: p.Exact, Least: p.Least, Greatest: p.Greatest,
			Bytes: p.Bytes, Largest: p.Largest, Examples: append([]string{}, p.Examples...),
		}
		if p.Objects > 0 {
			one.Objects, one.Missing = &p.Objects, &p.Missing
		}
		for t, n := range p.Types {
			if n > 0 {
				one.Types[survey.Type(t).String()] = n
			}
		}
		if p.Types[survey.String] > 0 {
			one.Shortest, one.Longest = &p.Shortest, &p.Longest
		}
		r.Paths = append(r.Paths, one)
	}
	e := json.NewEncoder(joblog.NewWriter(w))
	e.SetEscapeHTML(false)
	return e.Encode(r)
}
