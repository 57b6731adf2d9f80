package stream

// free returns the memory after buf, into which the next bytes are to be read. It is never empty: add is
// followed by makeRoom when buf is full.
func (c *Checker) free() []byte {
	if cap(c.buf) == 0 {
		c.buf = make([]byte, 0, min(least, c.segment+c.history))
	}
	return c.buf[len(c.buf):cap(c.buf)]
}

// makeRoom drops what need not be kept of a full buf, which is a segment or longer. If little of it can be
// dropped, because of a long token, buf grows.
func (c *Checker) makeRoom() {
	c.move(c.buf[:0], c.dispensable())
	if cap(c.buf)-len(c.buf) < c.segment/4 {
		c.grow(2 * cap(c.buf))
	}
}

// dispensable returns how many bytes at the beginning of buf need not be kept: those that the scanner has
// passed and whose positions have been counted, except for the history.
func (c *Checker) dispensable() int {
	return max(min(c.scanner.Pos, c.positions.Here.At)-c.history, 0)
}

// grow moves buf to new memory of this size.
func (c *Checker) grow(size int) { c.move(make([]byte, 0, size), 0) }

// move drops the first gone bytes of buf, which must be dispensable, and appends the others to to. That may
// be the beginning of the same memory. Every offset in buf is adjusted; those of marks and of open brackets need
// not be, because bytes are dropped only at checkpoints, where none of these are left.
func (c *Checker) move(to []byte, gone int) {
	s := &c.scanner
	c.buf = append(to, c.buf[gone:]...)
	s.Src = c.buf
	s.Pos -= gone
	s.Named = max(s.Named-gone, 0)
	c.lexed -= gone
	c.checkpointAt -= gone
	c.positions.Forget(gone)
}
