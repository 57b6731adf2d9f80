//go:build unix

package outputs

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// interrupts returns the signals that ask the program to end, except those that are ignored, as under nohup.
func interrupts() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// endBy ends the program as the signal does by default, so that a shell learns of it.
func endBy(s os.Signal) {
	syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
	select {} // until the signal arrives
}

// surviveClosedPipes makes a write to a closed pipe an error. By default, it ends the process.
func surviveClosedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
