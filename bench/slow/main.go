// Package slow measures operations that are much slower than a verdict on a valid document, so that users know about them
// in advance. Each case is run alternately with tokenizer.Check on an ordinary document. The result is the ratio of the costs
// per byte. Bars limit the cost of short texts, and of records and findings.
package slow

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// Run prints the table.
func Run(args []string, out, errs io.Writer) error {
	f := harness.NewFlags("slow", errs)
	f.Timing(ruler.Plan{Rounds: 9, Turn: 20 * time.Millisecond}, ruler.Plan{Rounds: 3, Turn: time.Millisecond}, 3, "fewer rounds of shorter turns")
	f.Page()
	if err := f.Parse(args); err != nil {
		return err
	}
	var section strings.Builder
	if err := measure(&section, f.Plan); err != nil {
		return err
	}
	grid, failed := report.Judge(bars(), f.Plan, report.Slack{Short: f.Short})
	if _, err := io.WriteString(out, section.String()); err != nil {
		return err
	}
	if grid.Text(out); !f.Write {
		return report.Failure(failed)
	}
	return report.WriteSection("slow cases", func(w io.Writer) { io.WriteString(w, section.String()) })
}

// measure measures all cases and writes the section.
func measure(w io.Writer, plan ruler.Plan) error {
	runtime.GOMAXPROCS(1)
	fmt.Fprintf(w, "## What is slow\n\n`go -C bench run . slow` measures these cases. The cost is CPU time per byte of input, as a multiple of the cost of\n"+
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
	times := ruler.Race([]ruler.Lane{ruler.Func(check(reference)), ruler.Func(c.work)}, plan)
	if err := errors.Join(times[0].Err, times[1].Err); err != nil {
		return 0, err
	}
	return ruler.Ratio(times[0].Nanos, times[1].Nanos) * float64(len(reference)) / float64(c.bytes), nil
}
