package payload

import (
	"errors"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/tokenizer"
)

const (
	waitSize  = 512      // of the buffer of a client that has sent hardly anything
	firstSize = 4 << 10  // of the next buffer; most bodies fit
	nextSize  = 16 << 10 // of the one after that
	largeSize = 64 << 10 // and after that; blockSize is the next, and from then on the size doubles
)

var (
	errTooLarge   = errors.New("more bytes than the limit allows")
	errOverBudget = errors.New("more bytes than the budget has left")
)

// A buffer collects bytes up to a limit. It grows with the bytes that have arrived, never with those that
// are only announced, and takes from the budget what it grows by.
type buffer struct {
	data      []byte
	limit     int
	announced int64 // length of the body if it is as its header says, or less than 0
	budget    *Budget
	held      int            // bytes taken from the budget
	first     [waitSize]byte // where data begins
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// newBuffer returns an empty buffer with the limits of o.
func (o *Options) newBuffer() (*buffer, *Error) {
	if !o.Budget.take(waitSize) {
		return nil, overloaded()
	}
	b := buffers.Get().(*buffer)
	b.data = b.first[:0]
	b.limit, b.announced, b.budget, b.held = int(o.MaxBytes), -1, o.Budget, waitSize
	return b, nil
}

// free gives the buffer back to whoever needs one next.
func (b *buffer) free() {
	b.budget.give(b.held)
	freeRoom(b.data)
	b.data, b.budget = nil, nil
	buffers.Put(b)
}

// abandon leaves the bytes to whoever holds them.
func (b *buffer) abandon() {
	b.budget.give(b.held)
	b.budget = nil
}

// grow makes room for more bytes than there are, but not for more than those announced, if they are
// enough, nor for more than one beyond the limit.
func (b *buffer) grow() error {
	size := max(firstSize, 2*cap(b.data))
	if b.announced >= int64(cap(b.data)) {
		size = int(min(int64(size), b.announced+1))
	}
	return b.move(min(size, b.limit+1))
}

// reserve makes room for size bytes, whatever the limit.
func (b *buffer) reserve(size int) error {
	if size <= cap(b.data) {
		return nil
	}
	return b.move(size)
}

// move moves the bytes to where there is room for size of them.
func (b *buffer) move(size int) error {
	size = roomFor(size)
	if !b.budget.take(size) {
		return errOverBudget
	}
	b.budget.give(b.held)
	b.held = size
	old := b.data
	b.data = append(newRoom(size), old...)
	freeRoom(old)
	return nil
}

// fit moves the bytes to less room if they leave most of theirs empty.
func (b *buffer) fit() error {
	if size := roomFor(len(b.data)); size <= cap(b.data)/2 {
		return b.move(size)
	}
	return nil
}

// readAll reads r to its end. It fails with errTooLarge when the bytes are more than the
// limit.
func (b *buffer) readAll(r io.Reader) error {
	for {
		if len(b.data) == cap(b.data) {
			if err := b.grow(); err != nil {
				return err
			}
		}
		n, err := reading.Some(r, b.data[len(b.data):cap(b.data)])
		b.data = b.data[:len(b.data)+n]
		switch {
		case len(b.data) > b.limit:
			return errTooLarge
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// bytes returns what b holds, so that nobody can append to it in place.
func (b *buffer) bytes() []byte { return b.data[:len(b.data):len(b.data)] }

// drop is what becomes of b when the request is refused: an error that explains itself from the
// bytes keeps them.
func (b *buffer) drop(e *Error) {
	if e != nil {
		if _, ok := e.cause.(*tokenizer.SyntaxError); ok {
			b.abandon()
			return
		}
	}
	b.free()
}
