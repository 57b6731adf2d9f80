//go:build unix

package outputs

import (
	"errors"
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

// surviveClosedPipes makes a write to a closed pipe an error. By default, it ends the process without removing files.
func surviveClosedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// isClosedPipe reports whether the error of a write is that the reader of a pipe has left.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// endUnread ends the program by SIGPIPE, so that a shell learns of it. The parameter p is what could not be written. The runtime of Go
// ignores the signal unless it comes from a write.
func endUnread(stdout *os.File, p []byte) {
	signal.Reset(syscall.SIGPIPE)
	stdout.Write(p)
	os.Exit(2) // if somebody has opened the pipe for reading
}
