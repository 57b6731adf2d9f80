package main

import (
	"os"

	"golang.org/x/term"
)

// terminalWidth returns how many columns the terminal f has, or 0 when f is not a
// terminal.
func terminalWidth(f *os.File) int {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return 0
	}
	if columns, _, err := term.GetSize(fd); err == nil && columns > 0 {
		return columns
	}
	return 80
}
