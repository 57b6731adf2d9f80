package input

import (
	"context"
	"io"
	"iter"
	"os"
	"sync"

	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/reading"
)

const (
	aheadBlock  = 128 << 10 // the size of a block in bytes
	aheadBlocks = 3         // one block is being used, one is being filled, and one is waiting in between
)

// A block is a part of the input that has been read ahead. It belongs to the goroutine that reads
// until next returns it, and again from the following call of next.
type block struct {
	memory []byte // nil until the block is used for the first time
	read   int    // how many bytes have been read into memory
	err    error  // the error that the reader returned after these bytes
}

// memories is a pool of the memory of blocks.
var memories = sync.Pool{New: func() any { return new([aheadBlock]byte) }}

// An ahead is a reader whose input another goroutine reads in advance. The first Read starts that
// goroutine.
type ahead struct {
	next func() (*block, bool) // returns false if the input has ended
	rest []byte                // the part of the current block that has not been returned
	err  error                 // the error after rest, or nil
}

// readAhead returns a reader that returns what r returns, while another goroutine reads from r. The
// caller must call stop in the end. Afterwards, neither reader is in use.
func readAhead(r io.Reader) (in io.Reader, stop func()) {
	var used []*[aheadBlock]byte // belongs to the goroutine that reads until that goroutine has ended
	ended := false               // the input has ended; only the goroutine that reads uses it
	fill := func(ctx context.Context, b *block) (made bool) {
		if ended {
			return false
		}
		if b.memory == nil {
			memory := memories.Get().(*[aheadBlock]byte)
			used, b.memory = append(used, memory), memory[:]
		}
		b.readFrom(ctx, r)
		ended = b.err != nil
		return true
	}
	next, end := iter.Pull(parallel.Ahead(context.Background(), aheadBlocks, fill))
	return &ahead{next: next}, func() {
		end()
		for _, memory := range used {
			memories.Put(memory)
		}
		used = nil
	}
}

// ReadAhead makes another goroutine read the stream in advance if it is a pipe or a device. A
// regular file needs no such goroutine, and must remain able to seek. ReadAhead must be called
// before anything is read. Afterwards, Close waits until the last read from the pipe has returned.
func (c *Content) ReadAhead() {
	file, ok := c.Stream.(*os.File)
	if !ok || !reading.Ahead(file, true) {
		return
	}
	if _, isRegular := reading.RegularSize(file); isRegular {
		return
	}
	widen(file)
	c.piped = new(tally)
	var stop func()
	c.Stream, stop = readAhead(&counted{file, c.piped})
	c.closers = append(c.closers, stop)
}

// readFrom fills the block. It stops at an error, and when ctx is done.
func (b *block) readFrom(ctx context.Context, r io.Reader) {
	b.read, b.err = 0, nil
	for b.read < len(b.memory) && b.err == nil && ctx.Err() == nil {
		var n int
		n, b.err = reading.Some(r, b.memory[b.read:])
		b.read += n
	}
}

func (a *ahead) Read(p []byte) (n int, err error) {
	for len(a.rest) == 0 && a.err == nil {
		b, ok := a.next()
		if !ok {
			a.err = io.EOF
			break
		}
		a.rest, a.err = b.memory[:b.read], b.err
	}
	n = copy(p, a.rest)
	if a.rest = a.rest[n:]; len(a.rest) > 0 {
		return n, nil
	}
	return n, a.err
}
