package command

import (
	"io"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/internal/data/store"
)

// Main runs the command line of the process and returns the exit status. The program has a name and
// subcommands, and may read objects from stores. Main calls schemas only when a schema is needed. That
// call blocks until the schema engine is available.
func Main(name string, commands func() Table, schemas func() Schemas, stores store.Stores) int {
	return Run(os.Args[1:], NewStdio(name, commands, schemas, stores))
}

// NewStdio returns what the process has, for a program that is not started by [Main].
func NewStdio(name string, commands func() Table, schemas func() Schemas, stores store.Stores) Stdio {
	programName = name
	in, typed := standardInput()
	std := Stdio{
		In: in, inTTY: typed, Out: outputs.Stdout{File: os.Stdout}, Err: os.Stderr,
		width: terminalWidth(os.Stdout), ErrTTY: isTerminal(os.Stderr), env: os.Getenv, Schemas: schemas, stores: stores, Commands: commands,
	}
	if std.ErrTTY {
		std.errWidth = func() int { return terminalWidth(os.Stderr) } // it changes with the window
	}
	return std
}

// standardInput returns standard input, and reports whether it is a terminal.
func standardInput() (in io.Reader, typed bool) {
	if isTerminal(os.Stdin) {
		return &onceEnded{r: os.Stdin}, true
	}
	return os.Stdin, false
}
