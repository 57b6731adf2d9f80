package shardcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/engine/parallel"
)

// Plan returns the subcommand plan.
func Plan() command.Command {
	return command.Command{
		Command: cli.Command{Name: "plan", Args: "[flags] FILE | FOLDER | GLOB ...", Doc: "divide the checking of many or large files of records into shards", Program: planProgram},
		Run:     plan,
	}
}

// plan writes a plan for the files that the arguments select.
func plan(args []string, std command.Stdio) (status int, err error) {
	f, err := parsePlan(args)
	if err != nil {
		return std.BadUsage(err, planProgram())
	}
	c, err := command.NewChecker(&f.Settings, std)
	if err != nil {
		return command.StatusTrouble, err
	}
	defer c.TellForeign()
	files, err := filesToPlan(c)
	if err != nil {
		return command.StatusTrouble, err
	}
	p, err := shards.NewPlan(files, f.size)
	if err != nil {
		return command.StatusTrouble, err
	}
	if err := writePlan(p, f.OutputFile, std); err != nil {
		return command.StatusTrouble, err
	}
	fmt.Fprintf(std.Err, "%s in %s\n", report.Count(len(p.Files), "file"), report.Count(p.Shards, "shard"))
	return command.StatusValid, nil
}

// plansAtOnce is how many files are examined at once. A disk in a network takes long to respond, and so does a store, which must be
// asked about objects that it has listed without their versions.
const plansAtOnce = 32

// filesToPlan returns the files that the arguments select. All of them must be objects or regular files.
func filesToPlan(c *command.Checker) (all []shards.File, err error) {
	found, err := filesToAsk(c)
	if err != nil {
		return nil, err
	}
	bar := c.StartBarOf(progress.Options{Files: len(found)}, c.Std, false)
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

// filesToAsk returns the files that the arguments select.
func filesToAsk(c *command.Checker) (all []input.File, err error) {
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
		all = append(all, f)
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

// writePlan writes the plan to a file, or to standard output if the name is "" or -.
func writePlan(p *shards.Plan, name string, std command.Stdio) error {
	if name != "" && name != input.Stdin {
		return writeComplete(name, p.Write)
	}
	out := bufio.NewWriter(std.Out)
	if err := p.Write(out); err != nil {
		return err
	}
	return out.Flush()
}
