package report

import (
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/contest"
)

// sample returns the report of a run with two inputs of 1000 bytes. The contestants are assay at 1
// and 4 GB/s, a peer that checks less and is twice as fast, a peer that has a figure for the second
// input only, and a limit.
func sample() *Report {
	full := []contest.Finding{{Column: "UTF-8", Value: "yes"}, {Column: "grammar", Value: "yes"}}
	less := []contest.Finding{{Column: "UTF-8", Value: "no"}, {Column: "grammar", Value: "yes"}}
	same := func(nanos float64) []float64 { return []float64{nanos, nanos, nanos, nanos, nanos, nanos, 99 * nanos} }
	return &Report{
		Head: Head{CPU: "test CPU", Kernel: "generic", Go: "go0", Measure: "rounds", Missing: []string{"simdjson: no g++"}},
		Contestants: []Contestant{
			{Category: contest.Documents, Role: contest.Assay, Name: "assay", Language: "Go", Findings: full},
			{Category: contest.Documents, Role: contest.Peer, Name: "quick", Language: "Go", Findings: less},
			{Category: contest.Documents, Role: contest.Peer, Name: "half", Language: "C++", Findings: full},
			{Category: contest.Documents, Role: contest.Limit, Name: "copy", Language: "Go"},
		},
		Inputs: []Input{
			{Category: contest.Documents, Name: "one", Bytes: 1000, Ops: 1},
			{Category: contest.Documents, Name: "two", Bytes: 1000, Ops: 1},
		},
		Cells: []Cell{
			{Input: 0, Contestant: 0, Nanos: same(1000)}, {Input: 1, Contestant: 0, Nanos: same(250)},
			{Input: 0, Contestant: 1, Nanos: same(500), Allocs: 3}, {Input: 1, Contestant: 1, Nanos: same(125), Allocs: 1},
			{Input: 0, Contestant: 2, Err: "rejects this input"}, {Input: 1, Contestant: 2, Nanos: same(500)},
			{Input: 0, Contestant: 3, Nanos: same(10)}, {Input: 1, Contestant: 3, Nanos: same(10)},
		},
	}
}

func TestTable(t *testing.T) {
	table := sample().Table(contest.Documents, Everything)
	want := []struct {
		name       string
		gbs, ratio float64
		careful    bool
		failed     int
		allocs     float64
	}{
		{"copy", 100, 50, false, 0, 0},
		{"quick", 4, 2, false, 0, 2},
		{"assay", 2, 1, true, 0, 0},
		{"half", 2, 0.5, true, 1, 0}, // the ratio includes only the input for which both this row and assay have a figure
	}
	if len(table.Rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(table.Rows), len(want))
	}
	for i, w := range want {
		got := table.Rows[i]
		if got.Name != w.name || math.Abs(got.GBs-w.gbs) > 1e-9 || math.Abs(got.Ratio-w.ratio) > 1e-9 ||
			got.Careful != w.careful || got.Failed != w.failed || got.Allocs != w.allocs {
			t.Errorf("row %d: %s %v GB/s, ratio %v, careful %v, failed %d, %v allocs; want %+v",
				i, got.Name, got.GBs, got.Ratio, got.Careful, got.Failed, got.Allocs, w)
		}
	}
}

func TestTextSaysAll(t *testing.T) {
	r := sample()
	var b strings.Builder
	r.Head.Write(&b)
	r.WriteInput(&b, 0)
	r.WriteSummary(&b)
	contains(t, b.String(), "test CPU", "kernel generic", "go0", "MISSING   simdjson: no g++", "rejects this input",
		"* half has no figure for one", "half*", "UTF-8", "grammar", "limit")
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	sample().WriteMarkdown(&b)
	contains(t, b.String(), "| quick |", "| one |", "test CPU", "geomean")
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "|") && !strings.HasSuffix(line, "|\n") {
			t.Errorf("a row that isn't closed: %q", line)
		}
	}
}

// TestGlance checks that the peer in C++ and the limit are not shown among the fastest peers.
func TestGlance(t *testing.T) {
	var b strings.Builder
	sample().WriteGlance(&b, "charts")
	contains(t, b.String(), "test CPU", "| Checking a whole document | assay | 2.00 | - | - | - | quick | 4.00 | 2.00 |\n", "(charts/documents.svg)")
}

// TestPerformancePageIsCurrent checks that the committed page has the same text as a new page, and
// that each section is in its place.
func TestPerformancePageIsCurrent(t *testing.T) {
	page, err := os.ReadFile("../../../docs/reference/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := withoutSections(t, string(page)); got != newPage {
		t.Errorf("docs/reference/performance.md is, without its sections,\n%s\nwant\n%s", got, newPage)
	}
}

// withoutSections returns page with the contents of its sections removed.
func withoutSections(t *testing.T, page string) string {
	t.Helper()
	for rest := page; ; {
		_, after, found := strings.Cut(rest, "<!-- begin ")
		if !found {
			return page
		}
		name, _, _ := strings.Cut(after, " -->")
		var err error
		if page, err = replaceSection(page, name, ""); err != nil {
			t.Fatal(err)
		}
		rest = after
	}
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}

func TestWithoutAssay(t *testing.T) {
	r := sample()
	for i := range r.Contestants {
		r.Contestants[i].Role = contest.Peer
	}
	table := r.Table(contest.Documents, Everything)
	if table.HasAssay || table.Rows[0].Ratio != 0 {
		t.Errorf("a ratio without assay: %+v", table.Rows[0])
	}
	var b strings.Builder
	r.WriteSummary(&b)
	contains(t, b.String(), "assay has nothing for this yet")
}

func TestSaveAndLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	want := sample()
	if _, err := Results("", file, func() (*Report, error) { return want, nil }); err != nil {
		t.Fatal(err)
	}
	if got, err := Results[Report](file, "", nil); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("saved and loaded: %+v, %v", got, err)
	}
	for _, bad := range []string{``, `[]`, `{"cells":[{"input":0,"contestant":0}]}`, `{"cells":[{"input":-1}]}`} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := Results[Report](file, "", nil); err == nil && r.Check() == nil {
			t.Errorf("%q was loaded", bad)
		}
	}
}

func TestCharts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	if err := sample().SaveCharts(dir); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "documents.svg"))
	if err != nil || xml.Unmarshal(b, new(struct{})) != nil {
		t.Errorf("documents.svg: %v\n%s", err, b)
	}
	contains(t, string(b), "C++, checks as much", ">quick</text>", ">4.00</text>")
	bars := sample().Table(contest.Documents, Everything).bars()
	if len(bars) != 3 || bars[0].Label != "quick" {
		t.Errorf("bars: %+v, want those without the limit, the fastest first", bars)
	}
}

func TestReplaceSection(t *testing.T) {
	page, err := replaceSection("# Title\n", "a", "one\n")
	if err != nil {
		t.Fatal(err)
	}
	page, _ = replaceSection(page, "b", "two\n")
	page, _ = replaceSection(page, "a", "new\n")
	const want = "# Title\n<!-- begin a -->\nnew\n<!-- end a -->\n<!-- begin b -->\ntwo\n<!-- end b -->\n"
	if page != want {
		t.Errorf("got %q, want %q", page, want)
	}
	if _, err := replaceSection("<!-- begin a -->\n", "a", ""); err == nil {
		t.Error("a section without an end was replaced")
	}
}

func TestFigure(t *testing.T) {
	tests := map[float64]string{0: "-", 0.0123: "0.012", 0.1: "0.10", 1: "1.00", 9.949: "9.95", 9.95: "9.9", 12.34: "12.3", 123.4: "123"}
	for x, want := range tests {
		if got := Figure(x); got != want {
			t.Errorf("Figure(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestGridAlignsFigures(t *testing.T) {
	g := &Grid{Head: []string{"name", "GB/s", "checks"}}
	g.Add("a", "1.5", "yes")
	g.Add("long name", "10.25", "2/3")
	var text, markdown strings.Builder
	g.Text(&text)
	g.Markdown(&markdown)
	const want = "  name        GB/s  checks\n  a            1.5  yes\n  long name  10.25  2/3\n"
	if text.String() != want {
		t.Errorf("got\n%s, want\n%s", text.String(), want)
	}
	contains(t, markdown.String(), "|---|--:|---|")
}

// TestTarget checks the verdicts, and the floor of a target that is missed.
func TestTarget(t *testing.T) {
	least := Target{Name: "least", Want: 1, Floor: 0.4}
	most := Target{Name: "most", Want: 10, Floor: 20, Most: true}
	absolute, nanos := Target{Want: 1, Absolute: true}, Target{Want: 10, Most: true, Absolute: true}
	tests := []struct {
		target Target
		figure float64
		slack  Slack
		want   string
	}{
		{least, 1, Slack{}, holds}, {least, 0.5, Slack{}, short}, {least, 0.3, Slack{}, fails}, {least, 0.3, Slack{Short: true}, short},
		{least, 0.1, Slack{Short: true}, fails}, {most, 10, Slack{}, holds}, {most, 15, Slack{}, short}, {most, 21, Slack{}, fails},
		{most, 39, Slack{Short: true}, short}, {most, 41, Slack{Short: true}, fails}, {Target{Want: 1}, 0.9, Slack{}, fails},
		{absolute, 0.1, Slack{}, fails}, {absolute, 0.1, Slack{Short: true}, short}, {absolute, 0.6, Slack{true, 1}, short},
		{absolute, 0.4, Slack{true, 1}, fails}, {absolute, 0.4, Slack{true, 0.5}, short}, {absolute, 0.2, Slack{true, 0.5}, fails},
		{nanos, 1e9, Slack{Short: true}, short}, {nanos, 39, Slack{true, 0.5}, short}, {nanos, 41, Slack{true, 0.5}, fails},
		{least, 0.1, Slack{true, 0.2}, fails},
	}
	for _, tt := range tests {
		tt.target.Figure = tt.figure
		if got := tt.target.verdict(tt.slack); got != tt.want {
			t.Errorf("%v of %v, floor %v, %+v: %s, want %s", tt.figure, tt.target.Want, tt.target.Floor, tt.slack, got, tt.want)
		}
		rules := []Rule[float64]{
			{tt.target, func(figure float64) float64 { return figure }},
			{Target{}, func(float64) float64 { return math.NaN() }},
		}
		grid, failed := Judge(rules, tt.figure, tt.slack)
		if len(grid.rows) != 1 || (len(failed) == 1) != (tt.want == fails) {
			t.Errorf("%v: %d rows, failed %q", tt, len(grid.rows), failed)
		}
	}
}

// TestExceptions has a peer that checks as much, and one that checks less, on three inputs.
func TestExceptions(t *testing.T) {
	strict, lax := []contest.Finding{{Column: "UTF-8", Value: "yes"}}, []contest.Finding{{Column: "UTF-8", Value: "no"}}
	r := &Report{Contestants: []Contestant{
		{Category: contest.Documents, Role: contest.Assay, Name: "assay", Findings: strict},
		{Category: contest.Documents, Role: contest.Peer, Name: "strict", Findings: strict},
		{Category: contest.Documents, Role: contest.Peer, Name: "lax", Findings: lax},
	}}
	for i, nanos := range [][3]float64{{100, 130, 101}, {100, 110, 99}, {100, 119, 105}} {
		r.Inputs = append(r.Inputs, Input{Category: contest.Documents, Name: fmt.Sprint("text ", i), Bytes: 1000, Ops: 10})
		for c, n := range nanos {
			r.Cells = append(r.Cells, Cell{Input: i, Contestant: c, Nanos: []float64{n}})
		}
	}
	var out strings.Builder
	if n := r.WriteExceptions(&out); n != 3 {
		t.Errorf("%d exceptions\n%s", n, out.String())
	}
	for _, want := range []string{"documents  text 1", "strict  ", "1.10     1.20", "0.99     1.00", "1.19     1.20", "On 3 texts"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
