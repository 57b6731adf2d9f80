// Command compare measures assay and its peers on the same inputs in one run.
//
//	go -C bench run ./compare             everything; about 10 minutes
//	go -C bench run ./compare -short      a first impression; less than a minute
//
// See bench/README.md for how to read the figures.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// options are the values of the flags.
type options struct {
	plan               ruler.Plan
	short, pin, others bool
	write              bool
	only, peers, input pattern
	json, plot, from   string
	simdjson, simdutf  string
	kernel             string
}

// A pattern is a flag for a regular expression. If it is not set, it matches everything.
type pattern struct{ *regexp.Regexp }

func (p *pattern) Set(s string) (err error) {
	p.Regexp, err = regexp.Compile(s)
	return err
}

func (p *pattern) String() string {
	if p.Regexp == nil {
		return ""
	}
	return p.Regexp.String()
}

func (p *pattern) matches(s string) bool { return p.Regexp == nil || p.MatchString(s) }

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	var r *report.Report
	if o.from != "" {
		if r, err = report.Load(o.from); err != nil {
			return err
		}
		r.WriteHead(out)
	} else if r, err = measure(o, out, errs); err != nil {
		return err
	}
	r.WriteSummary(out)
	return o.save(r)
}

func parse(args []string, errs io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.IntVar(&o.plan.Rounds, "count", 9, "rounds, at least 7")
	flags.DurationVar(&o.plan.Turn, "time", 20*time.Millisecond, "CPU time of a turn")
	flags.BoolVar(&o.short, "short", false, "fewer inputs, and by default 7 rounds of shorter turns")
	flags.BoolVar(&o.pin, "pin", true, "stay on one CPU, where the system allows it")
	flags.BoolVar(&o.others, "programs", true, "build and measure the peers that are other programs (simdjson, simdutf, std jsontext)")
	flags.StringVar(&o.simdjson, "simdjson", "", "use the simdjson.h and libsimdjson.a in this `folder`, not the installed library")
	flags.StringVar(&o.simdutf, "simdutf", "", "use the simdutf.h and libsimdutf.a in this `folder`, not the installed library")
	flags.StringVar(&o.kernel, "kernel", "", "let assay use this kernel (avx512, avx2, neon, generic) and not the fastest")
	flags.Var(&o.only, "only", "only categories that match this `regexp`: documents, utf8, quoting, unquoting, tokens, records, values")
	flags.Var(&o.peers, "peers", "only contestants that match this `regexp`; assay always takes part")
	flags.Var(&o.input, "inputs", "only inputs that match this `regexp`")
	flags.StringVar(&o.json, "json", "", "write the raw figures to this `file`")
	flags.StringVar(&o.plot, "plot", "", "draw charts (SVG, PNG) into this `folder`")
	flags.StringVar(&o.from, "from", "", "measure nothing; take the figures from this `file`, which -json wrote")
	flags.BoolVar(&o.write, "write", false, "write docs/performance.md and its charts; run it from the bench folder")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if o.short && !given["time"] {
		o.plan.Turn = 2 * time.Millisecond
	}
	if o.short && !given["count"] {
		o.plan.Rounds = ruler.MinRounds
	}
	return o, o.check(flags.Args())
}

func (o *options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", rest[0])
	case o.plan.Rounds < ruler.MinRounds:
		return fmt.Errorf("-count %d: a median wants %d rounds or more", o.plan.Rounds, ruler.MinRounds)
	case o.plan.Turn < 100*time.Microsecond:
		return fmt.Errorf("-time %v: the clock can't tell turns shorter than 100µs", o.plan.Turn)
	}
	if o.write {
		if _, err := os.Stat(filepath.Join("compare", "main.go")); err != nil {
			return errors.New("-write: the current folder isn't bench; use go -C bench run ./compare -write")
		}
	}
	return nil
}

// save writes the outputs that the flags ask for.
func (o *options) save(r *report.Report) error {
	if o.json != "" {
		if err := r.Save(o.json); err != nil {
			return err
		}
	}
	if o.plot != "" {
		if err := r.SaveCharts(o.plot); err != nil {
			return err
		}
	}
	if o.write {
		return writePage(r)
	}
	return nil
}

// writePage writes the sections of docs/performance.md that belong to this program.
func writePage(r *report.Report) error {
	docs := filepath.Join("..", "docs")
	if err := r.SaveCharts(filepath.Join(docs, "performance")); err != nil {
		return err
	}
	var glance, all strings.Builder
	r.WriteGlance(&glance, "performance")
	r.WriteMarkdown(&all, "performance")
	page := filepath.Join(docs, "performance.md")
	if err := report.WriteSection(page, "libraries at a glance", glance.String()); err != nil {
		return err
	}
	return report.WriteSection(page, "libraries", all.String())
}
