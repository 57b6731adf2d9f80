package command

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
	"github.com/assayjson/assay/internal/engine/suggest"
)

// Run runs the command line args and returns the exit status, which is StatusTrouble after a panic. The
// subcommands are those of std.
func Run(args []string, std Stdio) (status int) {
	std.Debug = slices.Contains(args, debugFlag)
	err := crash.Catch(func() (err error) {
		status, err = dispatch(args, std)
		return err
	})
	if err != nil {
		std.Complain(err)
		return StatusTrouble
	}
	return status
}

// debugFlag is a flag that every subcommand accepts.
const debugFlag = "--debug"

// dispatch runs the subcommand that args name. Without a subcommand, it checks files.
func dispatch(args []string, std Stdio) (status int, err error) {
	var commands Table
	if len(args) > 0 {
		commands = std.Commands()
		if c := commands.Find(args[0]); c != nil {
			if done, err := c.help(args[1:], std); done {
				return StatusValid, err
			}
			args, err := c.arguments(args[1:])
			if err != nil {
				return StatusTrouble, err
			}
			return c.Run(args, std)
		}
		if err := misspelled(args[0], commands); err != nil {
			return StatusTrouble, err
		}
	}
	f, err := Parse(args)
	switch {
	case errors.Is(err, errVersion):
		_, err = fmt.Fprintln(std.Out, FullVersion())
		return StatusValid, err
	case err != nil:
		return std.BadUsage(err, Program(commands))
	}
	if len(f.Paths) > 0 && !slices.Contains(args, "--") {
		if err := misplaced(f.Paths[0], commands); err != nil {
			return StatusTrouble, err
		}
	}
	if f.NamesNone() {
		f.Paths = []string{input.Stdin}
		if f.ReadsInput() {
			std.ReadsStandardInput(".")
		}
	}
	return lintFiles(f, std)
}

// lintFiles checks the files that the flags select. Some flags ask it to print information or to
// watch the files instead.
func lintFiles(f *Flags, std Stdio) (status int, err error) {
	c, err := NewChecker(&f.Settings, std)
	switch {
	case err != nil:
		return StatusTrouble, err
	case f.printConfig != "":
		defer c.TellForeign()
		return c.printConfig(f.printConfig)
	case f.ListFiles:
		defer c.TellForeign()
		return c.PrintFiles()
	case f.watch:
		return c.watch()
	}
	files, err := c.Files()
	if err != nil {
		return StatusTrouble, err
	}
	if f.divides() {
		return c.divideFiles(files)
	}
	return c.Check(files)
}

// divideFiles checks the files and divides their records. The outputs appear only if all files could be
// read, and not if the run is interrupted.
func (c *Checker) divideFiles(files iter.Seq[input.File]) (status int, err error) {
	c.noBaseline = true
	c.Jobs = 1 // the outputs have the order of the files; each file is checked by several goroutines
	status, err = quarantine.Guard(c.divided, c.Std.Out, func(r *quarantine.Run) (int, error) {
		defer r.Abort()
		c.run = r
		r.Observe = c.observer()
		return c.Check(files)
	})
	switch {
	case err != nil && !c.concluded:
		return StatusTrouble, fmt.Errorf("%w; %s", err, c.unwritten())
	case err != nil:
		return StatusTrouble, err
	}
	return status, nil
}

// observer returns the functions that count records for the metrics. There are no metrics yet when it is called.
func (c *Checker) observer() quarantine.Observer {
	if c.metricsAddr == "" {
		return quarantine.Observer{}
	}
	return quarantine.Observer{
		Bad:  func(severity, rule, kind string) { c.meter.BadRecord(severity, rule, kind) },
		File: func(records int64) { c.meter.Records(records) },
	}
}

// misspelled returns an error if name is not a file and resembles the name of a subcommand.
func misspelled(name string, commands Table) error {
	if _, err := os.Lstat(name); err == nil || name == "" || strings.ContainsAny(name, `-!./\*?[{`) {
		return nil
	}
	meant := suggest.Name(name, commands.Names())
	switch name { // commands of other programs
	case "format":
		meant = "fmt"
	case "check", "lint", "validate":
		return fmt.Errorf("no such file or command: %q; did you mean \"%s .\"?", name, programName)
	case "fix", "diff", "watch":
		return fmt.Errorf("no such file or command: %q; did you mean \"%s --%s .\"?", name, programName, name)
	}
	if meant == "" {
		return nil
	}
	return fmt.Errorf("no such file or command: %q; did you mean \"%s %s\"?", name, programName, meant)
}

// misplaced returns an error if name, which comes after flags, is not a file and is the name of a subcommand or resembles one.
func misplaced(name string, commands Table) error {
	if commands.Find(name) == nil {
		return misspelled(name, commands)
	}
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	return fmt.Errorf("no such file: %q; a command comes before all flags, as in \"%s %s ...\"", name, programName, name)
}

// help prints the usage of a subcommand without flags if args is just -h or --help.
func (c *Command) help(args []string, std Stdio) (done bool, err error) {
	if c.Program != nil || len(args) != 1 || args[0] != "-h" && args[0] != "--help" {
		return false, nil
	}
	_, err = io.WriteString(std.Out, c.Usage())
	return true, err
}

// arguments returns args, and removes --debug from them if the subcommand has no flags of its own.
// For such a subcommand, any other flag is an error.
func (c *Command) arguments(args []string) ([]string, error) {
	if c.Program != nil {
		return args, nil
	}
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == debugFlag })
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") && arg != input.Stdin && !strings.HasPrefix(arg, input.Stdin+":") {
			return nil, fmt.Errorf("unknown flag: %s (see %s %s --help)", arg, programName, c.Name)
		}
	}
	return args, nil
}
