package crash

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// An Error is a recovered panic.
type Error struct {
	Value any    // the argument of panic
	Stack []byte // stack of the goroutine that panicked, as [debug.Stack] formats it
}

// Error returns one sentence, without the stack.
func (e *Error) Error() string { return fmt.Sprintf("internal error: %v; please report it", e.Value) }

// In is like Error and also names the file that was being processed.
func (e *Error) In(file string) string {
	return fmt.Sprintf("internal error in %s: %v; please report it", file, e.Value)
}

// Catch calls f and returns its error, or an [*Error] if f panics. If the value of the panic is
// already an *Error, because a panic of another goroutine is repeated, Catch returns this value.
func Catch(f func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *Error:
			err = v
		default:
			err = &Error{v, debug.Stack()}
		}
	}()
	return f()
}

// Of returns the [*Error] in the chain of err, or nil if there is none.
func Of(err error) *Error {
	var e *Error
	errors.As(err, &e)
	return e
}
