// Package harness has what the subcommands of the benchmarks share: their flags, and the programs that they run.
package harness

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
)

// A Command is a subcommand.
type Command struct {
	Name, About string
	Run         func(args []string, out, errs io.Writer) error
}

// Main runs the subcommand that is named by the first argument, and returns the exit status.
func Main(commands []Command, args []string, out, errs io.Writer) int {
	i := slices.IndexFunc(commands, func(c Command) bool { return len(args) > 0 && c.Name == args[0] })
	if i < 0 {
		fmt.Fprintf(errs, "usage: go -C bench run . COMMAND [FLAGS]\n\n")
		for _, c := range commands {
			fmt.Fprintf(errs, "  %-10s%s\n", c.Name, c.About)
		}
		return 2
	}
	err := commands[i].Run(args[1:], out, errs)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	fmt.Fprintf(errs, "%s: %v\n", args[0], err)
	return 1
}
