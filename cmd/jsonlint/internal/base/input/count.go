package input

import (
	"io"
	"sync"
)

// A tally counts the bytes that are read from a file.
type tally struct {
	mu   sync.Mutex // guards the fields, and is held while f is called
	n    int64
	tell func(n int64) // may be nil
}

func (c *tally) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n += int64(n); c.tell != nil && n > 0 {
		c.tell(c.n)
	}
}

func (c *tally) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 0
}

func (c *tally) watch(f func(n int64)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tell = f
	f(c.n)
}

// A counted is a reader that counts.
type counted struct {
	io.Reader
	count *tally
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.count.add(n)
	return n, err
}
