package command

import (
	"io"
	"os"
)

// Main runs the command line of the process and returns the exit status. The function schemas is
// called only when schemas are needed; it blocks until they are available.
func Main(schemas func() Schemas) int {
	in, typed := standardInput()
	return run(os.Args[1:], stdio{
		in: in, inTTY: typed, out: os.Stdout, err: os.Stderr,
		width: terminalWidth(os.Stdout), errTTY: isTerminal(os.Stderr), env: os.Getenv, schemas: schemas,
	})
}

// standardInput returns standard input, and whether it is a terminal.
func standardInput() (in io.Reader, typed bool) {
	if isTerminal(os.Stdin) {
		return &onceEnded{r: os.Stdin}, true
	}
	return os.Stdin, false
}
