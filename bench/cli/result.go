package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// A result holds everything that was measured.
type result struct {
	Head report.Head `json:"head"`
	Rows []Row       `json:"rows"`

	findings map[string][]contest.Finding // what each program checks, by its name
}

// miss records that a program is missing.
func (r *result) miss(p program, err error) {
	r.Head.Missing = addNew(r.Head.Missing, harness.Lack(p.Name, p.Get, err))
}

// saw records the version of a program.
func (r *result) saw(name, path string) {
	r.Head.Programs = addNew(r.Head.Programs, name+": "+version(path))
}

// addNew adds a line, unless it is there, because a program can take part in several heats.
func addNew(lines []string, line string) []string {
	if slices.Contains(lines, line) {
		return lines
	}
	return append(lines, line)
}

// inputs returns the names of the inputs in their order, or of the heats.
func (r *result) inputs(heats bool) []string {
	var names []string
	for _, row := range r.Rows {
		if row.isHeat() == heats && !slices.Contains(names, row.Input) {
			names = append(names, row.Input)
		}
	}
	return names
}

// of returns the rows of one input, fastest first.
func (r *result) of(input string) []Row {
	var rows []Row
	for _, row := range r.Rows {
		if row.Input == input {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.speed(), a.speed()) })
	return rows
}

// median returns the median of f over the runs.
func (r Row) median(f func(cost) float64) float64 {
	var all []float64
	for _, run := range r.Runs {
		all = append(all, f(run))
	}
	if len(all) == 0 {
		return 0
	}
	return ruler.Median(all)
}

func (r Row) wall() float64 { return r.median(func(run cost) float64 { return run.Wall.Seconds() }) }
func (r Row) cpu() float64  { return r.median(func(run cost) float64 { return run.CPU.Seconds() }) }

// memory returns the largest peak of all runs. A single peak may be too low, because watching may
// miss the end of a run.
func (r Row) memory() int64 {
	bytes := r.Watched
	for _, run := range r.Runs {
		bytes = max(bytes, run.Memory)
	}
	return bytes
}

// speed returns bytes per second of wall time, or 0 if the row has failed.
func (r Row) speed() float64 {
	if len(r.Runs) == 0 {
		return 0
	}
	return float64(r.Bytes) / r.wall()
}

func (r *result) text(w io.Writer) {
	r.Head.Write(w)
	for _, input := range r.inputs(false) {
		rows := r.of(input)
		fmt.Fprintf(w, "\n%s, %d bytes\n", input, rows[0].Bytes)
		grid(rows, r.ours(input)).Text(w)
	}
	for _, heat := range r.inputs(true) {
		rows := r.of(heat)
		fmt.Fprintf(w, "\n%s, %s\n", heat, megabytes(rows[0].Bytes))
		grid(rows, r.ours(heat)).Text(w)
	}
	if bars, _ := r.judge(); bars != nil {
		kind := "wall"
		if r.Head.Short {
			kind = "CPU"
		}
		fmt.Fprintf(w, "\nbars, for the shortest %s times\n", kind)
		bars.Text(w)
	}
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.3g MB", float64(bytes)/1e6) }

// A wait is a line of the summary: something that users wait for. The way is one of jsonlint on the input.
type wait struct{ title, input, way string }

// waits lists what users wait for, most frequent first.
func waits() []wait {
	return []wait{
		{"nothing: `jsonlint version`", heatStart, wayVersion},
		{"`{}`", "start-up", nameJSONLint},
		{"twitter.json", "twitter.json", nameJSONLint},
		{"twitter.json, from a pipe", heatStart, wayTwitterPipe},
		{"twitter.json without its last byte", heatBroken, wayBroken},
		{"1000 small files", "1000 small files", nameJSONLint},
		{"a document", "large document", nameJSONLint},
		{"a document of records", heatWays, wayJSON},
		{"... from a pipe", heatWays, wayPipe},
		{"NDJSON", "NDJSON", nameJSONLint},
		{"a document, with `fmt`", heatFormat, wayFormat},
		{"a document, with `fmt`", heatLarge, wayFormat},
		{"a document, with `--schema`", heatSchema, waySchema},
	}
}

// waits writes the summary that most readers want: the time of jsonlint for what users wait for, and that of the fastest other program.
func (r *result) waits(w io.Writer) {
	fmt.Fprintf(w, "## What you wait for\n\nThe times are from start to end of the process, on an %s (%s). ", r.Head.CPU, r.Head.System)
	if _, nanos := r.best(heatStart, wayEmpty); nanos > 0 {
		fmt.Fprintf(w, "A Go program that does nothing takes %s.", seconds(r.row(heatStart, wayEmpty).wall()))
	}
	fmt.Fprint(w, "\n\n")
	g := &report.Grid{Head: []string{"jsonlint checks", "MB", "time", "CPU", "peak MB", "fastest other", "time", "peak MB", "x assay"}}
	for _, wait := range waits() {
		ours := r.row(wait.input, wait.way)
		if ours.speed() == 0 {
			continue
		}
		cells := []string{wait.title, report.Figure(float64(ours.Bytes) / 1e6), seconds(ours.wall()), seconds(ours.cpu()), report.Figure(float64(ours.memory()) / 1e6), "-", "-", "-", "-"}
		rows := r.of(wait.input)
		if i := slices.IndexFunc(rows, func(row Row) bool { return row.Program.Role == contest.Peer && row.speed() > 0 }); i >= 0 {
			other := rows[i]
			copy(cells[5:], []string{other.Program.Name, seconds(other.wall()), report.Figure(float64(other.memory()) / 1e6), report.Figure(other.speed() / ours.speed())})
		}
		g.Add(cells...)
	}
	g.Markdown(w)
}

// row returns the row of a way on an input or in a heat, or an empty one.
func (r *result) row(input, way string) Row {
	row, _ := r.best(input, way)
	return row
}

func (r *result) markdown(w io.Writer) {
	fmt.Fprint(w, "## Programs: all figures\n\n`go -C bench run . cli` measures these figures. The times are from start to end of the process.\n\n")
	fmt.Fprint(w, "```\n")
	r.Head.Write(w)
	fmt.Fprint(w, "```\n\n")
	for _, input := range r.inputs(false) {
		rows := r.of(input)
		fmt.Fprintf(w, "### %s, %.3g MB\n\n", input, float64(rows[0].Bytes)/1e6)
		grid(rows, r.ours(input)).Markdown(w)
	}
	r.markdownHeats(w)
}

// markdownHeats writes the heats and the bars.
func (r *result) markdownHeats(w io.Writer) {
	for _, heat := range r.inputs(true) {
		rows := r.of(heat)
		fmt.Fprintf(w, "### %s, %s\n\n", capitalized(heat), megabytes(rows[0].Bytes))
		if heat == heatWays {
			fmt.Fprint(w, "All rows have records in ASCII. The speed is the size of the text in UTF-8, before compression, divided by the time.\n\n")
		}
		grid(rows, r.ours(heat)).Markdown(w)
	}
	if bars, _ := r.judge(); bars != nil {
		fmt.Fprint(w, "### Bars\n\nThe figures are from the shortest times of all runs. A bar that falls short is work to do.\n\n")
		bars.Markdown(w)
	}
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// grid returns a table of rows. The parameter ours is the row to which the ratios relate.
func grid(rows []Row, ours Row) *report.Grid {
	columns := checks(rows)
	g := &report.Grid{Head: slices.Concat([]string{"program", "MB/s", "x assay", "wall", "CPU", "peak MB", "runs"}, columns, []string{"remark"})}
	for _, row := range rows {
		cells := []string{row.Program.Name, "-", "-", "-", "-", "-", "0"}
		note := row.Err
		if row.Err == "" {
			ratio := 0.0
			if ours.speed() > 0 {
				ratio = row.speed() / ours.speed()
			}
			cells = []string{row.Program.Name, report.Figure(row.speed() / 1e6), report.Figure(ratio), seconds(row.wall()),
				seconds(row.cpu()), report.Figure(float64(row.memory()) / 1e6), fmt.Sprint(len(row.Runs))}
			note = row.Program.Note
		}
		for _, column := range columns {
			cells = append(cells, cmp.Or(contest.Value(row.Program.Findings, column), "-"))
		}
		g.Add(append(cells, note)...)
	}
	return g
}

// checks returns the names of the properties for which the programs were probed.
func checks(rows []Row) []string {
	var columns []string
	for _, row := range rows {
		for _, f := range row.Program.Findings {
			if !slices.Contains(columns, f.Column) {
				columns = append(columns, f.Column)
			}
		}
	}
	return columns
}

func seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", s*1e3)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", s*1e3)
	}
	return fmt.Sprintf("%.2f s", s)
}

// ours returns the first row of assay for an input.
func (r *result) ours(input string) Row {
	for _, row := range r.Rows {
		if row.Program.Role == contest.Assay && row.Input == input {
			return row
		}
	}
	return Row{}
}
