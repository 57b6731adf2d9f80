//go:build unix

package outputs

import (
	"os"
	"os/signal"
	"syscall"
)

// interrupts are the signals that end a run that is writing several files.
var interrupts = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// surviveClosedPipes makes a write to a closed pipe an error. By default, it ends the process.
func surviveClosedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
