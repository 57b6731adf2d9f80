//go:build !unix

package outputs

import (
	"os"
	"syscall"
)

// interrupts are the signals that end a run that is writing several files.
var interrupts = []os.Signal{os.Interrupt, syscall.SIGTERM}

// surviveClosedPipes does nothing, because a write to a closed pipe is an error here.
func surviveClosedPipes() {}
