// Package cli compares jsonlint with other programs that check JSON. It measures the wall time, CPU time and peak memory of the
// whole program. See bench/README.md for what to install and how to read the figures.
package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"sync"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// options are the values of the flags.
type options struct {
	*harness.Flags
	size         int // size of the large inputs, in bytes
	only, inputs *regexp.Regexp
	makeInto     string
	clock        string
}

// The sizes of the large inputs, in bytes.
const (
	fullSize  = 200e6
	shortSize = 20e6
)

// Run measures and writes what the flags ask for. It returns an error if a bar fails.
func Run(args []string, out, errs io.Writer) error {
	o := options{Flags: harness.NewFlags("cli", errs), size: fullSize}
	o.Timing(ruler.Plan{Rounds: 7}, ruler.Plan{Rounds: 7}, fewRounds, "large inputs of 20 MB instead of 200 MB, and half of each bar is enough")
	o.Figures()
	o.Page()
	o.only = o.Pattern("only", "only programs and ways that")
	o.inputs = o.Pattern("inputs", "only inputs that")
	o.StringVar(&o.makeInto, "make", "", "only make the inputs, in this `folder`")
	o.StringVar(&o.clock, "append", "", "only print how many nanoseconds format.Append takes for this `file`")
	if err := o.Parse(args); err != nil {
		return err
	}
	if o.Short {
		o.size = shortSize
	}
	if o.makeInto != "" {
		return makeInputs(o.makeInto, o.size)
	}
	if o.clock != "" {
		return clockAppend(out, o.clock)
	}
	r, err := report.Results(o.From, o.JSON, func() (*result, error) { return measure(o, errs) })
	if err != nil {
		return err
	}
	r.text(out)
	if o.Write {
		if err := r.write(); err != nil {
			return err
		}
	}
	_, failed := r.judge()
	return report.Failure(failed)
}

// measure builds jsonlint, creates the inputs and runs every program that is installed.
func measure(o options, errs io.Writer) (*result, error) {
	dir, err := os.MkdirTemp("", "assay-cli-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(errs, "making the inputs in %s and building jsonlint ...\n", dir)
	if err := makeInAnotherProcess(dir, o); err != nil {
		return nil, err
	}
	r := &result{Head: report.NewHead(o.Plan, o.Short, "not pinned, since some programs use threads"), findings: map[string][]contest.Finding{}}
	r.Head.Measure = fmt.Sprintf("median of %d runs, or of %d where one takes %v or more", o.Plan.Rounds, fewRounds, tooLong)
	jsonlint := sync.OnceValues(func() (string, error) { return harness.BuildJSONLint(dir) })
	for _, h := range heats(dir, jsonlint) {
		if !o.inputs.MatchString(h.name) {
			continue
		}
		ways, err := h.enter(dir, o, r)
		if err != nil {
			return nil, err
		}
		r.race(h.name, ways, o.Plan.Rounds, errs)
	}
	return r, nil
}

// makeInAnotherProcess creates the inputs in another process, so that the current process stays
// small. On Linux, the peak memory of a program includes the memory of the process that started it.
func makeInAnotherProcess(dir string, o options) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"cli", "-make", dir}
	if o.Short {
		args = append(args, "-short")
	}
	if out, err := exec.Command(self, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("making the inputs: %w: %s", err, out)
	}
	return nil
}

// write writes the sections of docs/reference/performance.md.
func (r *result) write() error {
	if err := report.WriteSection("waits", r.waits); err != nil {
		return err
	}
	return report.WriteSection("programs", r.markdown)
}
