// Command shapes measures every public operation on texts that differ in one thing each, and fails
// if an operation is much slower on one of them than on most others:
//
//	go -C bench run ./shapes           # all kernels of this CPU, texts of 1 MiB
//	go -C bench run ./shapes -short    # the fastest kernel only, fewer rounds; for CI
//	go -C bench run ./shapes -write    # write docs/performance.md and its heat maps
//
// See bench/README.md for how to add a text or an operation.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// options are the values of the flags.
type options struct {
	plan           ruler.Plan
	short, verbose bool
	write, floors  bool
	kernel         string
	size           int
	only, texts    *regexp.Regexp
}

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shapes:", err)
		os.Exit(1)
	}
}

func parse(args []string, errs io.Writer) (*options, error) {
	o := &options{size: judgedSize, only: regexp.MustCompile(""), texts: regexp.MustCompile("")}
	flags := flag.NewFlagSet("shapes", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.BoolVar(&o.short, "short", false, "measure the fastest kernel only, with fewer rounds and larger tolerances")
	flags.BoolVar(&o.verbose, "v", false, "print the figures of every text")
	flags.BoolVar(&o.write, "write", false, "write a section of docs/performance.md and its heat maps; run it from the bench folder")
	flags.BoolVar(&o.floors, "floors", false, "write shapes/floors.txt anew from this run; run it from the bench folder")
	flags.StringVar(&o.kernel, "kernel", "", "use this kernel only (avx512, avx2, neon, generic)")
	flags.IntVar(&o.plan.Rounds, "count", ruler.MinRounds, "rounds")
	flags.DurationVar(&o.plan.Turn, "time", time.Millisecond, "CPU time of a turn")
	flags.Func("size", "`size` of the texts: 4KiB, 1MiB or 64MiB (default 1MiB)", o.setSize)
	flags.Func("only", "measure only operations that match this `regexp`", setPattern(&o.only))
	flags.Func("texts", "measure only texts that match this `regexp`; bars are not judged", setPattern(&o.texts))
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if o.write && (o.short || o.size != judgedSize || o.texts.String()+o.only.String() != "") {
		return nil, errors.New("-write needs all operations and texts of 1MiB, without -short")
	}
	if o.short {
		o.plan = ruler.Plan{Rounds: shortRounds, Turn: shortTurn}
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

func setPattern(to **regexp.Regexp) func(string) error {
	return func(s string) (err error) {
		*to, err = regexp.Compile(s)
		return err
	}
}

// kernels returns the kernels to measure.
func (o *options) kernels() []string {
	switch {
	case o.kernel != "":
		return []string{o.kernel}
	case o.short:
		return asm.Kernels()[:1]
	}
	return asm.Kernels()
}

func run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	pinned := "pinned to one CPU"
	if _, err := ruler.Pin(); err != nil {
		pinned = "not pinned: " + err.Error()
	}
	fmt.Fprintf(out, "CPU      %s, %s/%s, %s\nGo       %s\nmeasure  %s, median of %d rounds, %s a turn\n",
		report.CPUModel(), runtime.GOOS, runtime.GOARCH, pinned, runtime.Version(), ruler.Clock, o.plan.Rounds, o.plan.Turn)
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
	if o.write {
		if err := writePage(outcomes); err != nil {
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
		return !o.only.MatchString(op.name) || o.short && op.bar == 0 // a short run has no time for peers
	})
	t.texts = slices.DeleteFunc(shapes.All(), func(text shapes.Text) bool { return !o.texts.MatchString(text.Name) })
	if err := t.measure(o.plan, o.short, errs); err != nil {
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

// shortRounds and shortTurn replace -count and -time in a short run.
const (
	shortRounds = 3
	shortTurn   = 300 * time.Microsecond
)

// shortSlack is the part of a bar or floor that suffices in a short run. Such a run may take place
// on a busy machine, whose CPU may not be the one on which the floors were measured. See also [table.pace].
const shortSlack = 0.5

// rulings judges the bars. Without floors for the kernel, nothing fails.
func (o *options) rulings(t *table, errs io.Writer) ([]ruling, error) {
	fl, err := parseFloors(floorsText, t.kernel)
	if err != nil {
		return nil, err
	}
	if fl == nil || o.floors {
		return t.judgeAll(bars(), nil, 0), nil
	}
	slack := 1.0
	if o.short {
		slack, t.pace = shortSlack, ruler.Pace()
		fmt.Fprintf(errs, "pace %.2f\n", t.pace)
	}
	return t.confirm(bars(), fl, slack, o.plan, errs)
}

// floorsHead is the beginning of floors.txt.
const floorsHead = `# What the bars reach today where they are missed, less a third for noise: kernel, floor, bar.
# Written by: go -C bench run ./shapes -floors
`

func writeFloors(lines string) error {
	return os.WriteFile("shapes/floors.txt", []byte(floorsHead+lines), 0o666)
}
