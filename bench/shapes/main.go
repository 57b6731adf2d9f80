// Package shapes measures every public operation on texts that differ in one thing each, and fails if an operation is much slower
// on one of them than on most others. See bench/README.md for how to add a text or an operation.
package shapes

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// options are the values of the flags.
type options struct {
	*harness.Flags
	verbose, floors bool
	kernel          string
	size            int
	only, texts     *regexp.Regexp
}

func parse(args []string, errs io.Writer) (*options, error) {
	o := &options{Flags: harness.NewFlags("shapes", errs), size: judgedSize}
	o.Timing(ruler.Plan{Rounds: ruler.MinRounds, Turn: time.Millisecond}, ruler.Plan{Rounds: 3, Turn: 300 * time.Microsecond}, 3,
		"measure the fastest kernel only, with fewer rounds, and half of each bar is enough")
	o.Pinning()
	o.Page()
	o.BoolVar(&o.verbose, "v", false, "print the figures of every text")
	o.BoolVar(&o.floors, "floors", false, "write shapes/floors.txt anew from this run; run it from the bench folder")
	o.StringVar(&o.kernel, "kernel", "", "use this kernel only (avx512, avx2, neon, generic)")
	o.Func("size", "`size` of the texts: 4KiB, 1MiB or 64MiB (default 1MiB)", o.setSize)
	o.only = o.Pattern("only", "measure only operations that")
	o.texts = o.Pattern("texts", "judge no bars, and measure only texts that")
	if err := o.Parse(args); err != nil {
		return nil, err
	}
	if o.Write && (o.Short || o.size != judgedSize || o.texts.String()+o.only.String() != "") {
		return nil, errors.New("-write needs all operations and texts of 1MiB, without -short")
	}
	return o, nil
}

func (o *options) setSize(s string) error {
	for _, n := range []int{4 << 10, judgedSize, 64 << 20} {
		if s == sizeName(n) {
			o.size = n
			return nil
		}
	}
	return errors.New("must be 4KiB, 1MiB or 64MiB")
}

// kernels returns the kernels to measure.
func (o *options) kernels() []string {
	switch {
	case o.kernel != "":
		return []string{o.kernel}
	case o.Short:
		return asm.Kernels()[:1]
	}
	return asm.Kernels()
}

// Run measures every kernel that the flags select, and writes what they ask for.
func Run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	report.NewHead(o.Plan, o.Short, ruler.OneCPU(o.Pin)).Write(out)
	defer func(before string) { _ = asm.Use(before) }(asm.Kernel())
	var outcomes []outcome
	failed := 0
	for _, kernel := range o.kernels() {
		one, err := o.runKernel(kernel, out, errs)
		if err != nil {
			return err
		}
		outcomes = append(outcomes, one)
		failed += writeRulings(out, kernel, one.rulings)
	}
	return o.finish(outcomes, failed)
}

// finish writes what the flags ask for. It returns an error if bars have failed.
func (o *options) finish(outcomes []outcome, failed int) error {
	if o.Write {
		if err := report.WriteSection("shapes", outcomes[0].page); err != nil {
			return err
		}
	}
	if o.floors {
		var lines strings.Builder
		for _, one := range outcomes {
			lines.WriteString(one.newFloors(one.rulings))
		}
		return writeFloors(lines.String())
	}
	if failed > 0 {
		return fmt.Errorf("%d bars have failed", failed)
	}
	return nil
}

// runKernel measures a kernel and judges it, unless only a part of the texts was measured.
func (o *options) runKernel(kernel string, out, errs io.Writer) (outcome, error) {
	if err := asm.Use(kernel); err != nil {
		return outcome{}, err
	}
	t := &table{kernel: kernel, size: o.size, cells: map[key]cell{}}
	t.operations = slices.DeleteFunc(operations(), func(op operation) bool {
		return !o.only.MatchString(op.name)
	})
	t.texts = slices.DeleteFunc(shapes.All(), func(text shapes.Text) bool { return !o.texts.MatchString(text.Name) })
	if err := t.measure(o.Plan, o.Short, errs); err != nil {
		return outcome{}, err
	}
	var rulings []ruling
	if o.size == judgedSize && len(t.texts) == len(shapes.All()) {
		var err error
		if rulings, err = o.rulings(t, errs); err != nil {
			return outcome{}, err
		}
	}
	t.write(out, o.verbose)
	return outcome{t, rulings}, nil
}

// rulings judges the bars. Without floors for the kernel, nothing fails.
func (o *options) rulings(t *table, errs io.Writer) ([]ruling, error) {
	fl, err := parseFloors(floorsText, t.kernel)
	if err != nil {
		return nil, err
	}
	if fl == nil || o.floors {
		return t.judgeAll(bars(), nil, report.Slack{}), nil
	}
	s := report.Slack{Short: o.Short}
	s.MeasurePace()
	return t.confirm(bars(), fl, s, o.Plan, errs)
}

// floorsHead is the beginning of floors.txt.
const floorsHead = `# What the bars reach today where they are missed, less a third for noise: kernel, floor, bar.
# Written by: go -C bench run . shapes -floors
`

func writeFloors(lines string) error {
	return os.WriteFile("shapes/floors.txt", []byte(floorsHead+lines), 0o666)
}
