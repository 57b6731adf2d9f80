package payload

import (
	"io"
	"sync"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/tokenizer"
)

// waitSize is the size of the first room, in case only a few bytes arrive.
const waitSize = 512

// A buffer collects the bytes of a body up to a limit. It grows as bytes arrive, regardless of the
// declared length. Its memory is counted in the budget.
type buffer struct {
	data      []byte
	limit     int
	announced int64 // length of the body according to its header, or negative if unknown
	budget    *Budget
	held      int            // number of bytes taken from the budget
	first     [waitSize]byte // the memory that data uses at first
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// newBuffer returns an empty buffer with the limit and the budget of o.
func (o *Options) newBuffer() (*buffer, *Error) {
	if !o.Budget.take(waitSize) {
		return nil, overloaded()
	}
	b := buffers.Get().(*buffer)
	b.data = b.first[:0]
	b.limit, b.announced, b.budget, b.held = int(o.MaxBytes), -1, o.Budget, waitSize
	return b, nil
}

// free returns the buffer to its pool and its memory to the budget.
func (b *buffer) free() {
	b.budget.give(b.held)
	freeRoom(b.data)
	b.data, b.budget = nil, nil
	buffers.Put(b)
}

// abandon returns the memory of b to the budget although other code still refers to the bytes. The
// bytes are not reused.
func (b *buffer) abandon() {
	b.budget.give(b.held)
	b.budget = nil
}

// grow makes room for more bytes, up to one byte more than the limit. If the announced length has
// not been exceeded yet, grow reserves at most one byte more than that length.
func (b *buffer) grow() error {
	size := max(firstSize, 2*cap(b.data))
	if b.announced >= int64(cap(b.data)) {
		size = int(min(int64(size), b.announced+1))
	}
	return b.move(min(size, b.limit+1))
}

// reserve makes room for size bytes, regardless of the limit.
func (b *buffer) reserve(size int) error {
	if size <= cap(b.data) {
		return nil
	}
	return b.move(size)
}

// move moves the bytes to a new memory area of at least size bytes.
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

// fit moves the bytes to a smaller memory area if at least half of the current one would be unused.
func (b *buffer) fit() error {
	if size := roomFor(len(b.data)); size <= cap(b.data)/2 {
		return b.move(size)
	}
	return nil
}

// readAll reads r to its end. It fails with errTooLarge if there are more bytes than the limit
// allows.
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

// bytes returns the contents of b, with a capacity that prevents appending in place.
func (b *buffer) bytes() []byte { return b.data[:len(b.data):len(b.data)] }

// drop releases b after a request has been refused with the error e. After a panic, e is nil. If e
// refers to the bytes of b, the bytes are not reused.
func (b *buffer) drop(e *Error) {
	if e != nil {
		if _, ok := e.cause.(*tokenizer.SyntaxError); ok {
			b.abandon()
			return
		}
	}
	b.free()
}
