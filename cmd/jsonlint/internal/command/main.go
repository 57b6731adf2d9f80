package command

import "os"

// Main is the program: it does what the command line says, and returns the exit status.
// Schemas waits until there is what knows them.
func Main(schemas func() Schemas) int {
	return run(os.Args[1:], stdio{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		width: terminalWidth(os.Stdout), errTTY: isTerminal(os.Stderr), env: os.Getenv, schemas: schemas,
	})
}
