package stream

import (
	"errors"
	"io"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

var errClosed = errors.New("tokenizer: Write to a checker after Close")

// Write checks the next bytes of the document. It keeps no part of p. Once an error is known, this
// call and all later calls return it, and n is how many bytes of p precede the offset of the error.
func (c *Checker) Write(p []byte) (n int, err error) {
	c.prepare()
	if c.ended && c.err == nil {
		return 0, errClosed
	}
	for c.err == nil && n < len(p) {
		copied := copy(c.free(), p[n:])
		n += copied
		c.take(copied)
	}
	if bad, ok := c.err.(*flaw.Report); ok {
		begin := c.positions.Base + int64(len(c.buf)-n)
		n = int(max(bad.Offset-begin, 0))
	}
	return n, c.err
}

// ReadFrom reads r to its end and checks the bytes as the next part of the document, which may
// continue afterwards. It reads directly into the memory of c. It returns how many bytes it has
// read, and the first error of the document or of r.
func (c *Checker) ReadFrom(r io.Reader) (total int64, err error) {
	c.prepare()
	for c.err == nil {
		n, err := reading.Some(r, c.free())
		total += int64(n)
		c.take(n)
		if c.err == nil && err != nil {
			return total, withoutEOF(err)
		}
	}
	return total, c.err
}

// withoutEOF returns err, or nil if err is io.EOF.
func withoutEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// take checks the next n bytes, which must be in the memory that free has returned. Afterwards
// there is room for more bytes, unless there is an error.
func (c *Checker) take(n int) {
	c.add(n)
	if len(c.buf) < cap(c.buf) || c.err != nil {
		return
	}
	if most := c.segment + c.history; len(c.buf) < most {
		c.grow(min(2*len(c.buf), most))
		return
	}
	if c.checkpoint() {
		c.makeRoom()
	} else {
		c.fail()
	}
}

// add extends buf by the n bytes after it, and checks them once a portion is complete or buf is
// full.
func (c *Checker) add(n int) {
	c.buf = c.buf[:len(c.buf)+n]
	c.scanner.Src = c.buf
	if most := c.rules.MaxBytes - c.positions.Base; int64(len(c.buf)) > most {
		c.tooLong(int(most))
		return
	}
	if len(c.buf) == cap(c.buf) || len(c.buf)-c.lexed >= c.portion {
		c.lex()
	}
}

// tooLong sets the error for an input that exceeds its limit, which is reached after the first n
// bytes of buf. If there is an earlier error, it sets that error instead. A token that ends after
// these bytes is not checked.
func (c *Checker) tooLong(n int) {
	s := &c.scanner
	s.Src = c.buf[:n]
	c.lexing = false
	if c.begin() && streamscan.Advance(s) {
		s.Src = c.buf // the position of the fault may depend on the text after it
		s.TooLong(n)
	}
	c.fail()
}

// lex writes as much of buf to the kernel as possible. If the kernel finds an error, the
// scanner reports it if it already can; if not, the scanner continues without the kernel.
func (c *Checker) lex() {
	if !c.begin() {
		c.fail()
		return
	}
	if c.lexing && !c.hasCheckpoint {
		c.startKernel()
	}
	if c.lexing && c.mayHoldLongName() {
		c.stopLexing()
	}
	if !c.lexing || c.err != nil {
		return
	}
	for whole := (len(c.buf) - c.lexed) / jsonsimd.IndexUnit * jsonsimd.IndexUnit; whole > 0; {
		b := c.buf[c.lexed : c.lexed+min(whole, 2*c.portion)]
		if !c.feed(b) {
			c.stopLexing()
			return
		}
		whole -= len(b)
	}
	if !c.hasCheckpoint && !c.checkpoint() {
		c.fail()
	}
}

// stopLexing makes the scanner continue without the kernels.
func (c *Checker) stopLexing() {
	c.lexing = false
	if !streamscan.Advance(&c.scanner) {
		c.fail()
	}
}
