package reading

import (
	"errors"
	"io"
)

// ErrBadCount is the error for a reader that returns a count that is negative or larger than the
// buffer.
var ErrBadCount = errors.New("the reader returned an invalid count")

// ErrNoReader is the error for a nil reader.
var ErrNoReader = errors.New("there is no reader")

// mostEmpty is how many times in a row a reader may return neither data nor an error.
const mostEmpty = 100

// Some reads from r into p, which must not be empty. It reads at least one byte, or returns an
// error, or does both. If the reader returns neither data nor an error a hundred times in a row,
// the error is [io.ErrNoProgress].
func Some(r io.Reader, p []byte) (n int, err error) {
	if r == nil {
		return 0, ErrNoReader
	}
	for range mostEmpty {
		n, err := r.Read(p)
		if n < 0 || n > len(p) {
			return 0, ErrBadCount
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// A Reader reads from R with [Some]. After R has returned an error, it is not read again, and every
// Read returns the same error.
type Reader struct {
	R   io.Reader
	Err error // the error of R; set it to nil to read again
}

// Read reads at least one byte into p, or returns an error, or does both. It does nothing if p is
// empty.
func (r *Reader) Read(p []byte) (n int, err error) {
	if r.Err != nil || len(p) == 0 {
		return 0, r.Err
	}
	n, r.Err = Some(r.R, p)
	return n, r.Err
}

// ErrPause does not end a reader. A reader of a Tokenizer returns it to ask for a pause, in which the memory of
// text that the Tokenizer has passed can be freed. The method Next then also returns ErrPause, between two tokens
// or in white space, before the Tokenizer needs more input. The next call of Next continues.
var ErrPause = errors.New("there must be a pause between two tokens")

// A Follower is a reader that must know how much of what it has returned is still in use, so that
// it can free the memory of the rest. Package stream calls Passed at its checkpoints, while another
// goroutine may be calling Read.
type Follower interface {
	io.Reader
	// Passed reports that the text before offset has been checked and will not be read again. The
	// text at offset is not in a string.
	Passed(offset Offset)
}

// An Offset is a number of bytes from the start of the input. It is a separate type so that only
// this module can implement [Follower].
type Offset int64
