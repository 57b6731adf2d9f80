package stream

import "github.com/assayjson/assay/internal/engine/streamscan"

// free returns the memory after buf, into which the next bytes are to be read. The result is never
// empty, because callers of add must call makeRoom or grow when buf is full.
func (c *Checker) free() []byte {
	if cap(c.buf) == 0 {
		c.buf = make([]byte, 0, min(least, c.segment+c.history))
	}
	return c.buf[len(c.buf):cap(c.buf)]
}

// makeRoom drops the text that is not needed from a full buf, which has the length of a segment or
// more. If a long token leaves little to drop, buf grows.
func (c *Checker) makeRoom() {
	c.move(c.buf[:0], c.dispensable())
	if cap(c.buf)-len(c.buf) < c.segment/4 {
		c.grow(2 * cap(c.buf))
	}
}

// dispensable returns how many bytes at the start of buf are not needed: those that the scanner has
// consumed and whose positions have been counted, except for the history.
func (c *Checker) dispensable() int {
	return max(min(c.scanner.Pos, c.positions.Here.At)-c.history, 0)
}

// grow moves buf to new memory of the given size.
func (c *Checker) grow(size int) { c.move(make([]byte, 0, size), 0) }

// move drops buf[:gone], which must be dispensable, and appends the rest of buf to the slice `to`,
// which may be the start of the same memory. It adjusts every offset in buf except those of open brackets.
// Bytes are dropped only at checkpoints, where there are no such offsets.
func (c *Checker) move(to []byte, gone int) {
	s := &c.scanner
	streamscan.Forget(s, gone)
	c.buf = append(to, c.buf[gone:]...)
	s.Src = c.buf
	s.Pos -= gone
	s.Named = max(s.Named-gone, 0)
	c.kernels.forget(gone)
}
