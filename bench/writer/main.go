// Package writer measures package encode and its peers, which write the 17 documents token by token, and copy documents and records
// while changing one field. The output of every contestant is checked: it must have the same tokens as the input.
package writer

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/inputs"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/tokenizer"
)

// A table is work that contestants do on all subjects, or on those that are NDJSON.
type table struct {
	title       string
	contestants []contestant
	lines       bool
}

// Run measures and prints the tables that the flags select.
func Run(args []string, out, errs io.Writer) error {
	f := harness.NewFlags("writer", errs)
	f.Timing(ruler.Plan{Rounds: 7, Turn: 20 * time.Millisecond}, ruler.Plan{Rounds: 3, Turn: 5 * time.Millisecond}, 3, "fewer inputs, and fewer rounds of shorter turns")
	f.Pinning()
	only, chosen := f.Pattern("only", "only tables that"), f.Pattern("inputs", "only inputs that")
	if err := f.Parse(args); err != nil {
		return err
	}
	subjects, err := subjects(f.Short, chosen)
	if err != nil {
		return err
	}
	r := &report.Report{Head: report.NewHead(f.Plan, f.Short, ruler.OneCPU(f.Pin))}
	r.Head.Write(out)
	for _, t := range []table{
		{"Write documents token by token, numbers as literals", writers(false), false},
		{"Write documents token by token, numbers from int64 and float64", writers(true), false},
		{"Dump a parsed document", dumpers(), false},
		{"Copy a document and change one field", copiers(), false},
		{"Copy records and change one field", copiers(), true},
	} {
		if !only.MatchString(t.title) {
			continue
		}
		fmt.Fprintf(out, "\n%s (GB/s of input; mean of x is geometric)\n", t.title)
		g, err := t.race(f.Plan, subjects)
		if err != nil {
			return err
		}
		g.Text(out)
	}
	return nil
}

// A subject is a text that is written or copied.
type subject struct {
	name  string
	text  []byte
	lines bool   // the text is NDJSON
	field string // the name of the member that is changed while the text is copied
}

// A contestant writes or copies a text.
type contestant struct {
	name string
	// prepare returns the work for a subject, which returns its output, or nil if the contestant does not
	// take part.
	prepare func(s *subject) func() ([]byte, error)
}

// race measures the contestants on all subjects, and returns their speeds.
func (t table) race(plan ruler.Plan, subjects []*subject) (*report.Grid, error) {
	g := &report.Grid{Head: []string{"input"}}
	ratios, speeds := make([][]float64, len(t.contestants)), make([][]float64, len(t.contestants))
	allocs := make([]float64, len(t.contestants))
	for _, c := range t.contestants {
		g.Head = append(g.Head, c.name)
	}
	for _, s := range subjects {
		if s.lines != t.lines {
			continue
		}
		var lanes []ruler.Lane
		for _, c := range t.contestants {
			work := c.prepare(s)
			if err := checkOutput(s, work); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", s.name, c.name, err)
			}
			lanes = append(lanes, ruler.Func(func() error { _, err := work(); return err }))
		}
		cells := []string{s.name}
		times := ruler.Race(lanes, plan)
		for i, one := range times {
			if one.Err != nil {
				return nil, fmt.Errorf("%s, %s: %w", s.name, t.contestants[i].name, one.Err)
			}
			speed := float64(len(s.text)) / ruler.Median(one.Nanos)
			cells = append(cells, fmt.Sprintf("%.2f", speed))
			speeds[i] = append(speeds[i], speed)
			ratios[i] = append(ratios[i], ruler.Ratio(one.Nanos, times[0].Nanos))
			allocs[i] = max(allocs[i], one.Allocs)
		}
		g.Add(cells...)
	}
	mean, ratio, most := []string{"mean"}, []string{"x the first"}, []string{"most allocs"}
	for i := range t.contestants {
		mean = append(mean, fmt.Sprintf("%.2f", ruler.Geomean(speeds[i])))
		ratio = append(ratio, fmt.Sprintf("%.3f", ruler.Geomean(ratios[i])))
		most = append(most, fmt.Sprintf("%.0f", allocs[i]))
	}
	g.Add(mean...)
	g.Add(ratio...)
	g.Add(most...)
	return g, nil
}

// subjects returns the documents and the records whose names match a pattern.
func subjects(short bool, chosen *regexp.Regexp) ([]*subject, error) {
	dir, err := inputs.DocumentsDir()
	if err != nil {
		return nil, err
	}
	names := strings.Fields("apache_builds canada citm_catalog github_events gsoc-2018 instruments marine_ik mesh mesh.pretty numbers payload-large payload-medium payload-small random twitter twitterescaped update-center")
	if short {
		names = strings.Fields("canada citm_catalog payload-small twitter twitterescaped")
	}
	var all []*subject
	for _, name := range append(names, "parking-citations") {
		text, err := inputs.Document(dir, name)
		if err != nil {
			return nil, err
		}
		all = append(all, &subject{name: name, text: text, field: commonName(text)})
	}
	citations := all[len(names)]
	citations.lines, citations.field = true, "Make"
	all = append(all, &subject{"log-records", inputs.LogRecords(4 << 20), true, "user"})
	return slices.DeleteFunc(all, func(s *subject) bool { return !chosen.MatchString(s.name) }), nil
}

// commonName returns a name in a document that is neither very common nor very rare: the median of the
// names by their numbers of members. If there are no names, it returns one that does not exist.
func commonName(text []byte) string {
	counts := map[string]int{}
	for token, err := range tokenizer.New(text).All() {
		if err == nil && token.Kind() == tokenizer.Name {
			counts[token.String()]++
		}
	}
	if len(counts) == 0 {
		return "none"
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b))
	})
	return names[len(names)/2]
}
