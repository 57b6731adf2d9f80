package harness

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/assayjson/assay/bench/internal/ruler"
)

// Flags are the flags of a subcommand. Those that several subcommands have are defined here, each by a method.
type Flags struct {
	*flag.FlagSet
	Plan       ruler.Plan
	Short      bool
	Pin        bool
	Write      bool
	JSON, From string
	Operands   bool // the flags may be followed by arguments

	short ruler.Plan // replaces the defaults of Plan in a short run
	least int        // number of rounds
}

// NewFlags returns the flags of a subcommand that has none yet.
func NewFlags(name string, errs io.Writer) *Flags {
	f := &Flags{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError)}
	f.SetOutput(errs)
	return f
}

// Timing defines -short, -count and -time with the plans of a full and of a short run. There is no -time if turns have no
// length. A count below least is an error.
func (f *Flags) Timing(full, short ruler.Plan, least int, about string) {
	f.Plan, f.short, f.least = full, short, least
	f.BoolVar(&f.Short, "short", false, about)
	f.IntVar(&f.Plan.Rounds, "count", full.Rounds, fmt.Sprintf("rounds, at least %d; with -short, the default is %d", least, short.Rounds))
	if full.Turn > 0 {
		f.DurationVar(&f.Plan.Turn, "time", full.Turn, fmt.Sprintf("CPU time of a turn; with -short, the default is %v", short.Turn))
	}
}

// Pinning defines -pin.
func (f *Flags) Pinning() {
	f.BoolVar(&f.Pin, "pin", true, "stay on one CPU, where the system allows it")
}

// Figures defines -json and -from.
func (f *Flags) Figures() {
	f.StringVar(&f.JSON, "json", "", "write the raw figures to this `file`")
	f.StringVar(&f.From, "from", "", "measure nothing; take the figures from this `file`, which -json wrote")
}

// Page defines -write.
func (f *Flags) Page() {
	f.BoolVar(&f.Write, "write", false, "write a part of docs/reference/performance.md and its pictures; run it from the bench folder")
}

// Pattern defines a flag for a regular expression, which matches everything by default.
func (f *Flags) Pattern(name, about string) *regexp.Regexp {
	pattern := regexp.MustCompile("")
	f.Func(name, about+" match this `regexp`", func(s string) error {
		compiled, err := regexp.Compile(s)
		if err == nil {
			*pattern = *compiled
		}
		return err
	})
	return pattern
}

// Parse parses and checks the flags.
func (f *Flags) Parse(args []string) error {
	if err := f.FlagSet.Parse(args); err != nil {
		return err
	}
	given := map[string]bool{}
	f.Visit(func(one *flag.Flag) { given[one.Name] = true })
	if f.Short && !given["count"] {
		f.Plan.Rounds = f.short.Rounds
	}
	if f.Short && !given["time"] {
		f.Plan.Turn = f.short.Turn
	}
	_, outside := os.Stat(filepath.Join("internal", "harness"))
	switch {
	case f.NArg() > 0 && !f.Operands:
		return fmt.Errorf("unexpected argument %q", f.Arg(0))
	case f.Plan.Rounds < f.least:
		return fmt.Errorf("-count %d: a median needs %d rounds or more", f.Plan.Rounds, f.least)
	case f.Plan.Turn > 0 && f.Plan.Turn < 100*time.Microsecond:
		return fmt.Errorf("-time %v: the clock cannot measure turns shorter than 100µs", f.Plan.Turn)
	case f.Write && outside != nil:
		return errors.New("-write: the current folder is not bench; use go -C bench run . " + f.Name() + " -write")
	}
	return nil
}
