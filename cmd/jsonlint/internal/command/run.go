package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
)

// run runs the command and returns the exit status, which is statusTrouble after a panic.
func run(args []string, std stdio) (status int) {
	std.debug = slices.Contains(args, debugFlag)
	err := crash.Catch(func() (err error) {
		status, err = dispatch(args, std)
		return err
	})
	if err != nil {
		std.complain(err)
		return statusTrouble
	}
	return status
}

// debugFlag is a flag that every subcommand accepts.
const debugFlag = "--debug"

// dispatch runs the subcommand that args name. Without a subcommand, it checks files.
func dispatch(args []string, std stdio) (status int, err error) {
	if len(args) > 0 {
		if c := commandOf(args[0]); c != nil {
			if done, err := c.help(args[1:], std); done {
				return statusValid, err
			}
			args, err := c.arguments(args[1:])
			if err != nil {
				return statusTrouble, err
			}
			return c.run(args, std)
		}
		if err := misspelled(args[0]); err != nil {
			return statusTrouble, err
		}
	}
	f, err := parse(args)
	switch {
	case errors.Is(err, errVersion):
		_, err = fmt.Fprintln(std.out, version())
		return statusValid, err
	case err != nil:
		return std.badUsage(err, program())
	}
	if f.namesNone() {
		f.paths = []string{input.Stdin}
		if f.readsInput() {
			std.readsStandardInput(".")
		}
	}
	return lintFiles(f, std)
}

// lintFiles checks the files that the flags select. Some flags ask it to print information or to
// watch the files instead.
func lintFiles(f *flags, std stdio) (status int, err error) {
	c, err := newChecker(f, std)
	switch {
	case err != nil:
		return statusTrouble, err
	case f.printConfig != "":
		return c.printConfig(f.printConfig)
	case f.listFiles:
		return c.printFiles()
	case f.watch:
		return c.watch()
	}
	files, err := c.files()
	if err != nil {
		return statusTrouble, err
	}
	if f.divides() {
		return c.divideFiles(files)
	}
	return c.check(files)
}
