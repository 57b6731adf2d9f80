// Command schemas measures package schema and its peers on the same schemas and documents in one run.
// The time includes parsing the documents, and the verdicts of all contestants are checked first.
//
//	go -C bench run ./schemas           everything; about 3 minutes
//	go -C bench run ./schemas -short    a first impression; less than a minute
//
// See bench/README.md for what to install and how to read the figures.
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
	plan       ruler.Plan
	short, pin bool
	write      bool
	only       *regexp.Regexp
	peers      *regexp.Regexp
	json, from string
}

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schemas:", err)
		os.Exit(1)
	}
}

func run(args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	var r *result
	if o.from != "" {
		if r, err = load(o.from); err != nil {
			return err
		}
		r.WriteHead(out)
	} else if r, err = measure(o, out, errs); err != nil {
		return err
	}
	r.writeSummary(out)
	if err := o.save(r); err != nil {
		return err
	}
	return r.failure()
}

// The plans of a run.
var (
	fullPlan  = ruler.Plan{Rounds: 9, Turn: 20 * time.Millisecond}
	shortPlan = ruler.Plan{Rounds: fewestRounds, Turn: time.Millisecond}
)

const fewestRounds = 3

func parse(args []string, errs io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("schemas", flag.ContinueOnError)
	flags.SetOutput(errs)
	count := flags.Int("count", 0, "rounds, at least 3 (default 9, with -short 3)")
	turn := flags.Duration("time", 0, "CPU time of a turn (default 20ms, with -short 1ms)")
	flags.BoolVar(&o.short, "short", false, "fewer rounds of shorter turns, and half of each bar is enough")
	flags.BoolVar(&o.pin, "pin", true, "stay on one CPU, where the system allows it")
	only := flags.String("only", "", "only schemas that match this `regexp`; bars about all schemas are not checked")
	peers := flags.String("peers", "", "only contestants that match this `regexp`; assay always takes part")
	flags.StringVar(&o.json, "json", "", "write the raw figures to this `file`")
	flags.StringVar(&o.from, "from", "", "measure nothing; take the figures from this `file`, which -json wrote")
	flags.BoolVar(&o.write, "write", false, "write a section of docs/performance.md and its chart; run it from the bench folder")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, err
	}
	if o.peers, err = regexp.Compile(*peers); err != nil {
		return o, err
	}
	o.plan = fullPlan
	if o.short {
		o.plan = shortPlan
	}
	if *count != 0 {
		o.plan.Rounds = *count
	}
	if *turn != 0 {
		o.plan.Turn = *turn
	}
	return o, o.check(flags.Args())
}

func (o *options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", rest[0])
	case o.plan.Rounds < fewestRounds:
		return fmt.Errorf("-count %d: a median needs %d rounds or more", o.plan.Rounds, fewestRounds)
	case o.plan.Turn < 100*time.Microsecond:
		return fmt.Errorf("-time %v: the clock cannot measure turns shorter than 100µs", o.plan.Turn)
	case o.write && o.only.String() != "":
		return errors.New("-write needs all schemas, without -only")
	}
	if _, err := os.Stat(filepath.Join("schemas", "main.go")); o.write && err != nil {
		return errors.New("-write: the current folder is not bench; use go -C bench run ./schemas -write")
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
	if err := r.chart(filepath.Join(docs, "performance")); err != nil {
		return err
	}
	var section strings.Builder
	r.writeMarkdown(&section, "performance")
	return report.WriteSection(filepath.Join(docs, "performance.md"), "schemas", section.String())
}
