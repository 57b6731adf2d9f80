//go:build !unix

package outputs

import (
	"os"
	"syscall"
)

// interrupts returns the signals that ask the program to end.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// endBy ends the program as the signal does by default.
func endBy(os.Signal) { os.Exit(2) }

// surviveClosedPipes does nothing, because a write to a closed pipe is an error here.
func surviveClosedPipes() {}
