// Command cli compares jsonlint with other programs that check JSON. It measures the wall time, CPU
// time and peak memory of the whole program.
//
//	go -C bench run ./cli           all installed programs; a few minutes
//	go -C bench run ./cli -short    20 MB instead of 200 MB
//
// See bench/README.md for what to install and how to read the figures.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayjson/assay/bench/internal/report"
)

// options are the values of the flags.
type options struct {
	rounds     int
	size       int // size of the large inputs, in bytes
	short      bool
	only       *regexp.Regexp
	inputs     *regexp.Regexp
	write      bool
	json, from string
	makeInto   string
	clock      string
}

// The sizes of the large inputs, in bytes.
const (
	fullSize  = 200e6
	shortSize = 20e6
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cli:", err)
		os.Exit(1)
	}
}

func run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	if o.makeInto != "" {
		return makeInputs(o.makeInto, o.size)
	}
	if o.clock != "" {
		return clockAppend(o.clock)
	}
	var r *result
	if o.from != "" {
		r, err = load(o.from)
	} else {
		r, err = measure(o, errs)
	}
	if err != nil {
		return err
	}
	r.text(out)
	if err := o.save(r); err != nil {
		return err
	}
	if _, failed := r.judge(); len(failed) > 0 {
		return fmt.Errorf("%d bars fail: %s", len(failed), strings.Join(failed, "; "))
	}
	return nil
}

func parse(args []string, errs io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("cli", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.IntVar(&o.rounds, "count", 7, "rounds, at least 3; a program that takes 5 s or more gets 3")
	flags.BoolVar(&o.short, "short", false, "large inputs of 20 MB instead of 200 MB, and half of each bar is enough")
	only := flags.String("only", "", "only programs and ways that match this `regexp`")
	inputs := flags.String("inputs", "", "only inputs that match this `regexp`")
	flags.BoolVar(&o.write, "write", false, "write docs/performance.md and its charts; run it from the bench folder")
	flags.StringVar(&o.json, "json", "", "write the raw figures to this `file`")
	flags.StringVar(&o.from, "from", "", "measure nothing; take the figures from this `file`, which -json wrote")
	flags.StringVar(&o.makeInto, "make", "", "only make the inputs, in this `folder`")
	flags.StringVar(&o.clock, "append", "", "only print how many nanoseconds format.Append takes for this `file`")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.size = fullSize
	if o.short {
		o.size = shortSize
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, err
	}
	if o.inputs, err = regexp.Compile(*inputs); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.rounds < fewRounds:
		return o, fmt.Errorf("-count %d: a median wants %d rounds or more", o.rounds, fewRounds)
	}
	if _, err := os.Stat(filepath.Join("cli", "main.go")); o.write && err != nil {
		return o, errors.New("-write: the current folder isn't bench; use go -C bench run ./cli -write")
	}
	return o, nil
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
	r := &result{
		Date: time.Now().UTC().Format("2006-01-02 15:04 UTC"), CPU: report.CPUModel(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), Rounds: o.rounds, Short: o.short,
	}
	jsonlint := sync.OnceValues(func() (string, error) { return buildJSONLint(dir) })
	if err := r.raceInputs(dir, jsonlint, o, errs); err != nil {
		return nil, err
	}
	for _, h := range heats(dir, jsonlint) {
		if !o.inputs.MatchString(h.name) {
			continue
		}
		entrants, err := h.enter(dir, o, r)
		if err != nil {
			return nil, err
		}
		r.race(h.name, entrants, o.rounds, errs)
	}
	return r, nil
}

// raceInputs runs every program on the inputs that o selects.
func (r *result) raceInputs(dir string, jsonlint finder, o options, errs io.Writer) error {
	chosen := slices.DeleteFunc(slices.Clone(all), func(in input) bool { return !o.inputs.MatchString(in.name) })
	if len(chosen) == 0 {
		return nil
	}
	programs := installed(dir, jsonlint, o, r)
	for _, in := range chosen {
		entrants, err := entrants(programs, in, filepath.Join(dir, in.file))
		if err != nil {
			return err
		}
		r.race(in.name, entrants, o.rounds, errs)
	}
	return nil
}

// makeInAnotherProcess creates the inputs in another process, so that the current process stays
// small. On Linux, the peak memory of a program includes the memory of the process that started it.
func makeInAnotherProcess(dir string, o options) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"-make", dir}
	if o.short {
		args = append(args, "-short")
	}
	if out, err := exec.Command(self, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("making the inputs: %w: %s", err, out)
	}
	return nil
}

// save writes the outputs that the flags ask for.
func (o *options) save(r *result) error {
	if o.json != "" {
		if err := r.save(o.json); err != nil {
			return err
		}
	}
	if !o.write {
		return nil
	}
	docs := filepath.Join("..", "docs")
	if err := r.charts(filepath.Join(docs, "performance")); err != nil {
		return err
	}
	var glance, all strings.Builder
	r.glance(&glance, "performance")
	r.markdown(&all, "performance")
	page := filepath.Join(docs, "performance.md")
	if err := report.WriteSection(page, "programs at a glance", glance.String()); err != nil {
		return err
	}
	return report.WriteSection(page, "programs", all.String())
}
