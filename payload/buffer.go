package payload

import (
	"errors"
	"io"
	"sync"

	"github.com/assayjson/assay/tokenizer"
)

const (
	firstSize   = 4 << 10  // of a buffer; most bodies fit in
	trustedSize = 64 << 10 // up to which a Content-Length is believed
	pooledSize  = 16 << 10 // of the largest buffer that is kept
)

var (
	errTooLarge   = errors.New("more bytes than the limit allows")
	errOverBudget = errors.New("more bytes than the budget has left")
)

// A buffer collects bytes up to a limit. It grows with what has really come, and takes from
// the budget what it grows by.
type buffer struct {
	data   []byte
	limit  int
	budget *Budget
	held   int // bytes taken from the budget
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// newBuffer returns an empty buffer, for which o says the limits.
func (o *Options) newBuffer() *buffer {
	b := buffers.Get().(*buffer)
	b.limit, b.budget = int(o.MaxBytes), o.Budget
	if b.held = cap(b.data); !b.budget.take(b.held) {
		b.data, b.held = nil, 0
	}
	return b
}

// free gives the buffer back to whoever needs one next.
func (b *buffer) free() {
	b.budget.give(b.held)
	if cap(b.data) > pooledSize {
		freeRoom(b.data)
		b.data = nil
	}
	*b = buffer{data: b.data[:0]}
	buffers.Put(b)
}

// abandon leaves the bytes to whoever holds them.
func (b *buffer) abandon() {
	b.budget.give(b.held)
	b.budget = nil
}

// grow makes room for size bytes in all, what is there included, but never for more than one
// beyond the limit.
func (b *buffer) grow(size int) error { return b.reserve(min(size, b.limit+1)) }

// reserve makes room for size bytes, whatever the limit.
func (b *buffer) reserve(size int) error {
	if size <= cap(b.data) {
		return nil
	}
	return b.move(size)
}

// move moves the bytes to where there is room for size of them.
func (b *buffer) move(size int) error {
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
	if size := max(len(b.data), firstSize); size <= cap(b.data)/2 {
		return b.move(size)
	}
	return nil
}

// Rooms of this size come from a pool.
const roomSize = firstSize + maxBlock

var rooms = sync.Pool{New: func() any { return new([roomSize]byte) }}

func newRoom(size int) []byte {
	if size == roomSize {
		return rooms.Get().(*[roomSize]byte)[:0]
	}
	return make([]byte, 0, size)
}

func freeRoom(b []byte) {
	if cap(b) == roomSize {
		rooms.Put((*[roomSize]byte)(b[:roomSize]))
	}
}

// readAll reads r to its end. It fails with errTooLarge when the bytes are more than the
// limit.
func (b *buffer) readAll(r io.Reader) error {
	for {
		if len(b.data) == cap(b.data) {
			if err := b.grow(max(firstSize, 2*cap(b.data))); err != nil {
				return err
			}
		}
		n, err := r.Read(b.data[len(b.data):cap(b.data)])
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
