package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/internal/parallel"
	"github.com/assayjson/assay/internal/shards"
)

// plan writes a plan for the files that the arguments select.
func plan(args []string, std Stdio) (status int, err error) {
	f, err := ParseOptions(planOptions(), args)
	if err == nil && f.NamesNone() {
		err = errors.New("plan requires a file, a folder or a glob")
	}
	if err != nil {
		return std.BadUsage(err, planProgram())
	}
	c, err := NewChecker(f, std)
	if err != nil {
		return StatusTrouble, err
	}
	files, err := c.filesToPlan()
	if err != nil {
		return StatusTrouble, err
	}
	p, err := shards.NewPlan(files, f.shards.size)
	if err != nil {
		return StatusTrouble, err
	}
	if err := c.writePlan(p); err != nil {
		return StatusTrouble, err
	}
	fmt.Fprintf(std.Err, "%s in %s\n", report.Count(len(p.Files), "file"), report.Count(p.Shards, "shard"))
	return StatusValid, nil
}

// plansAtOnce is how many files are examined at once. A store of objects must be asked about each object, and takes long to
// respond.
const plansAtOnce = 32

// filesToPlan returns the files that the arguments select. All of them must be objects or regular files.
func (c *Checker) filesToPlan() (all []shards.File, err error) {
	found, err := c.filesToAsk()
	if err != nil {
		return nil, err
	}
	bar := c.startBarOf(progress.Options{Files: len(found)}, c.Std, false)
	defer bar.Stop()
	meter, err := c.StartMetrics(c.Std, bar, false)
	if err != nil {
		return nil, err
	}
	defer meter.End()
	take := func(_ context.Context, e *examined) bool {
		if len(found) == 0 {
			return false
		}
		*e, found = examined{found: found[0]}, found[1:]
		return true
	}
	for e := range parallel.Ordered(context.Background(), plansAtOnce, take, (*examined).examine) {
		if e.err != nil {
			return nil, fmt.Errorf("%s: %w", report.Path(e.found.Name), input.Cause(e.err))
		}
		bar.Begin(0).End()
		all = append(all, e.planned)
	}
	return all, c.NoFiles(len(all))
}

// filesToAsk returns the files that the arguments select, except for the one to which the plan is written.
func (c *Checker) filesToAsk() (all []input.File, err error) {
	files, err := c.Files()
	if err != nil {
		return nil, err
	}
	for f := range files {
		if f.Err != nil {
			return nil, fmt.Errorf("%s: %w", report.Path(f.Name), input.Cause(f.Err))
		}
		if f.Name == input.Stdin {
			return nil, errors.New("standard input cannot be divided into shards")
		}
		if !outputs.Writes(c.Std.Out, f.Name) { // the shell has made the file for the plan
			all = append(all, f)
		}
	}
	return all, nil
}

// An examined file has been examined for a plan.
type examined struct {
	found   input.File
	planned shards.File
	err     error
}

// examine examines e.found.
func (e *examined) examine() { e.planned, e.err = fileToPlan(e.found) }

// writePlan writes the plan to standard output or to the file of --output-file.
func (c *Checker) writePlan(p *shards.Plan) error {
	to, err := c.openOutput()
	if err != nil {
		return err
	}
	defer to.discard()
	if to != nil {
		if err := p.Write(to); err != nil {
			return err
		}
		return to.keep()
	}
	out := bufio.NewWriter(c.Std.Out)
	if err := p.Write(out); err != nil {
		return err
	}
	return out.Flush()
}
