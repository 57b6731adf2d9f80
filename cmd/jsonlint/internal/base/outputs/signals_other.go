//go:build !unix

package outputs

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// interrupts returns the signals that ask the program to end.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// endBy ends the program as the signal does by default.
func endBy(os.Signal) { os.Exit(2) }

// surviveClosedPipes does nothing, because a write to a closed pipe is an error here.
func surviveClosedPipes() {}

// isClosedPipe reports whether the error of a write is that the reader of a pipe has left.
func isClosedPipe(err error) bool {
	const brokenPipe, noData = 109, 232 // ERROR_BROKEN_PIPE and ERROR_NO_DATA of Windows
	var number syscall.Errno
	return runtime.GOOS == "windows" && errors.As(err, &number) && (number == brokenPipe || number == noData)
}

// endUnread ends the program.
func endUnread(*os.File, []byte) { os.Exit(2) }
