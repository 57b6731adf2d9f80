// Command writer measures package encode and its peers, which write the 17 documents token by token,
// and copy documents and records while changing one field:
//
//	go -C bench run ./writer          # about 3 minutes
//	go -C bench run ./writer -short   # a first impression
//
// The output of every contestant is checked: it must have the same tokens as the input.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/inputs"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/tokenizer"
)

func main() {
	rounds := flag.Int("count", 7, "rounds")
	turn := flag.Duration("time", 20*time.Millisecond, "CPU time of a turn")
	only := flag.String("inputs", "", "regular expression that selects inputs")
	tables := flag.String("only", "", "regular expression that selects tables")
	short := flag.Bool("short", false, "fewer inputs and rounds")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	plan := ruler.Plan{Rounds: *rounds, Turn: *turn}
	if *short {
		plan = ruler.Plan{Rounds: 3, Turn: 5 * time.Millisecond}
	}
	if err := run(plan, *short, *only, *tables); err != nil {
		fmt.Fprintln(os.Stderr, "writer:", err)
		os.Exit(1)
	}
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

// A lane is a contestant with its input.
type lane struct{ work func() ([]byte, error) }

// Run implements [ruler.Lane].
func (l lane) Run(passes int) (ruler.Sample, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := ruler.CPUTime()
	for range passes {
		if _, err := l.work(); err != nil {
			return ruler.Sample{}, err
		}
	}
	cpu := ruler.CPUTime() - begin
	runtime.ReadMemStats(&after)
	return ruler.Sample{CPU: cpu, Allocs: after.Mallocs - before.Mallocs}, nil
}

func run(plan ruler.Plan, short bool, only, tables string) error {
	chosen, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	wanted, err := regexp.Compile(tables)
	if err != nil {
		return err
	}
	subjects, err := subjects(short)
	if err != nil {
		return err
	}
	fmt.Printf("%s, kernel %s\n", report.CPUModel(), asm.Kernel())
	for _, table := range []struct {
		title       string
		contestants []contestant
		lines       bool
	}{
		{"Write documents token by token, numbers as literals", writers(false), false},
		{"Write documents token by token, numbers from int64 and float64", writers(true), false},
		{"Dump a parsed document", dumpers(), false},
		{"Copy a document and change one field", copiers(), false},
		{"Copy records and change one field", copiers(), true},
	} {
		if !wanted.MatchString(table.title) {
			continue
		}
		fmt.Printf("\n%s (GB/s of input; mean of x is geometric)\n", table.title)
		if err := race(plan, chosen, subjects, table.contestants, table.lines); err != nil {
			return err
		}
	}
	return nil
}

// race measures the contestants on all subjects, and prints a table.
func race(plan ruler.Plan, chosen *regexp.Regexp, subjects []*subject, contestants []contestant, lines bool) error {
	g := &report.Grid{Head: []string{"input"}}
	ratios := make([][]float64, len(contestants))
	speeds := make([][]float64, len(contestants))
	allocs := make([]float64, len(contestants))
	for _, c := range contestants {
		g.Head = append(g.Head, c.name)
	}
	for _, s := range subjects {
		if s.lines != lines || !chosen.MatchString(s.name) {
			continue
		}
		var lanes []ruler.Lane
		for _, c := range contestants {
			work := c.prepare(s)
			if err := checkOutput(s, work); err != nil {
				return fmt.Errorf("%s, %s: %w", s.name, c.name, err)
			}
			lanes = append(lanes, lane{work})
		}
		times := ruler.Race(lanes, plan)
		cells := []string{s.name}
		for i, t := range times {
			if t.Err != nil {
				return fmt.Errorf("%s, %s: %w", s.name, contestants[i].name, t.Err)
			}
			speed := float64(len(s.text)) / ruler.Median(t.Nanos)
			cells = append(cells, fmt.Sprintf("%.2f", speed))
			speeds[i] = append(speeds[i], speed)
			allocs[i] = max(allocs[i], t.Allocs)
			var perRound []float64
			for round := range t.Nanos {
				perRound = append(perRound, times[0].Nanos[round]/t.Nanos[round])
			}
			ratios[i] = append(ratios[i], ruler.Median(perRound))
		}
		g.Add(cells...)
	}
	mean, ratio, most := []string{"mean"}, []string{"x the first"}, []string{"most allocs"}
	for i := range contestants {
		mean = append(mean, fmt.Sprintf("%.2f", ruler.Geomean(speeds[i])))
		ratio = append(ratio, fmt.Sprintf("%.3f", ruler.Geomean(ratios[i])))
		most = append(most, fmt.Sprintf("%.0f", allocs[i]))
	}
	g.Add(mean...)
	g.Add(ratio...)
	g.Add(most...)
	g.Text(os.Stdout)
	return nil
}

// subjects returns the documents and the records.
func subjects(short bool) ([]*subject, error) {
	dir, err := inputs.DocumentsDir()
	if err != nil {
		return nil, err
	}
	var all []*subject
	names := strings.Fields("apache_builds canada citm_catalog github_events gsoc-2018 instruments marine_ik mesh mesh.pretty numbers payload-large payload-medium payload-small random twitter twitterescaped update-center")
	if short {
		names = strings.Fields("canada citm_catalog payload-small twitter twitterescaped")
	}
	for _, name := range names {
		text, err := inputs.Document(dir, name)
		if err != nil {
			return nil, err
		}
		all = append(all, &subject{name: name, text: text, field: commonName(text)})
	}
	citations, err := inputs.Document(dir, "parking-citations")
	if err != nil {
		return nil, err
	}
	return append(all,
		&subject{"log-records", inputs.LogRecords(4 << 20), true, "user"},
		&subject{"parking-citations", citations, true, "Make"}), nil
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
