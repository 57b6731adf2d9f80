// Command slow measures operations that are much slower than a verdict on a valid document, so that
// users know about them in advance:
//
//	go -C bench run ./slow          # print the table
//	go -C bench run ./slow -write   # write it into docs/performance.md
//
// Each case is run alternately with tokenizer.Check on an ordinary document. The result is the
// ratio of the costs per byte.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

func main() {
	write := flag.Bool("write", false, "write the section of docs/performance.md; run it from the bench folder")
	rounds := flag.Int("count", 9, "rounds")
	turn := flag.Duration("time", 20*time.Millisecond, "CPU time of a turn")
	flag.Parse()
	var section strings.Builder
	if err := measure(&section, ruler.Plan{Rounds: *rounds, Turn: *turn}); err != nil {
		fail(err)
	}
	fmt.Print(section.String())
	if *write {
		if err := report.WriteSection(filepath.Join("..", "docs", "performance.md"), "slow cases", section.String()); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "slow:", err)
	os.Exit(1)
}

// A lane runs the work of one case.
type lane struct{ work func() error }

// Run implements [ruler.Lane].
func (l lane) Run(passes int) (ruler.Sample, error) {
	begin := ruler.CPUTime()
	for range passes {
		if err := l.work(); err != nil {
			return ruler.Sample{}, err
		}
	}
	return ruler.Sample{CPU: ruler.CPUTime() - begin}, nil
}

// measure measures all cases and writes the section.
func measure(w io.Writer, plan ruler.Plan) error {
	runtime.GOMAXPROCS(1)
	fmt.Fprintf(w, "## What is slow\n\n`go -C bench run ./slow` measures these cases. The cost is CPU time per byte of input, as a multiple of the cost of\n"+
		"`tokenizer.Check` for an ordinary document (orders, %d KB), on an %s with the kernel %s.\n\n", len(orders("name", "tea"))/1000, report.CPUModel(), asm.Kernel())
	g := &report.Grid{Head: []string{"what", "times Check", "why, and what to do"}}
	for _, c := range cases() {
		ratio, err := c.measure(plan)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		g.Add(c.name, report.Figure(ratio), c.why)
	}
	g.Markdown(w)
	return nil
}

// measure returns the cost per byte of a case, divided by the cost per byte of tokenizer.Check on
// an ordinary document.
func (c slowCase) measure(plan ruler.Plan) (float64, error) {
	reference := orders("name", "tea")
	times := ruler.Race([]ruler.Lane{lane{check(reference)}, lane{c.work}}, plan)
	var ratios []float64
	for _, t := range times {
		if t.Err != nil {
			return 0, t.Err
		}
	}
	for round := range plan.Rounds {
		ratios = append(ratios, times[1].Nanos[round]/float64(c.bytes)/(times[0].Nanos[round]/float64(len(reference))))
	}
	return ruler.Median(ratios), nil
}
