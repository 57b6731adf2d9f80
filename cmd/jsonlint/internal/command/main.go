package command

import (
	"io"
	"os"
)

// Main is the program: it does what the command line says, and returns the exit status.
// Schemas waits until there is what knows them.
func Main(schemas func() Schemas) int {
	in, typed := standardInput()
	return run(os.Args[1:], stdio{
		in: in, inTTY: typed, out: os.Stdout, err: os.Stderr,
		width: terminalWidth(os.Stdout), errTTY: isTerminal(os.Stderr), env: os.Getenv, schemas: schemas,
	})
}

// standardInput returns standard input, and whether it is a terminal that is typed into.
func standardInput() (in io.Reader, typed bool) {
	if isTerminal(os.Stdin) {
		return &onceEnded{r: os.Stdin}, true
	}
	return os.Stdin, false
}
