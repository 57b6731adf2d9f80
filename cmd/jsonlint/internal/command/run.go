package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
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
	if len(args) > 0 {
		if c := std.Commands().Find(args[0]); c != nil {
			if done, err := c.help(args[1:], std); done {
				return StatusValid, err
			}
			args, err := c.arguments(args[1:])
			if err != nil {
				return StatusTrouble, err
			}
			return c.Run(args, std)
		}
		if err := misspelled(args[0], std.Commands()); err != nil {
			return StatusTrouble, err
		}
	}
	f, err := Parse(args)
	switch {
	case errors.Is(err, errVersion):
		_, err = fmt.Fprintln(std.Out, FullVersion())
		return StatusValid, err
	case err != nil:
		return std.BadUsage(err, Program(std.Commands()))
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
	c, err := NewChecker(f, std)
	switch {
	case err != nil:
		return StatusTrouble, err
	case f.printConfig != "":
		return c.printConfig(f.printConfig)
	case f.ListFiles:
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
