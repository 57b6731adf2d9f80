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
	if len(c.buf) == cap(c.buf) || len(c.buf)-c.kernels.lexed >= c.portion {
		c.lex()
	}
}

// tooLong sets the error for an input that exceeds its limit, which is reached after the first n
// bytes of buf. If there is an earlier error that is certain, it sets that error instead. A token that ends after
// these bytes is not checked.
func (c *Checker) tooLong(n int) {
	s := &c.scanner
	s.Src = c.buf[:n]
	c.kernels.lexing = false
	if c.begin() && streamscan.Advance(s) || !s.Fault.IsCertain(n) {
		s.Src = c.buf // the position of the fault may depend on the text after it
		s.TooLong(n)
	}
	c.fail()
}

// lex writes as much of buf to the kernels as possible. If they find an error, the
// scanner reports it if it already can; if not, the scanner continues without the kernels.
//
// The first checkpoint comes early, because brackets at the beginning of a document are open until its end, and should be searched for
// only once.
func (c *Checker) lex() {
	if !c.begin() {
		c.fail()
		return
	}
	s, k := &c.scanner, &c.kernels
	isFirst := k.lexing && !k.started
	if isFirst {
		k.start(s)
	}
	if k.lexing && mayHoldLongName(s) {
		c.stopLexing()
	}
	if !k.lexing || c.err != nil {
		return
	}
	for whole := (len(c.buf) - k.lexed) / jsonsimd.IndexUnit * jsonsimd.IndexUnit; whole > 0; {
		b := c.buf[k.lexed : k.lexed+min(whole, 2*c.portion)]
		if !k.feed(s, b) {
			c.stopLexing()
			return
		}
		whole -= len(b)
	}
	if isFirst && !c.checkpoint() {
		c.fail()
	}
}

// begin skips a byte order mark, and decides whether to use the kernels. It must be called when buf
// is long enough to recognise a byte order mark, or the document ends. It returns false if there is
// a byte order mark that is not allowed.
func (c *Checker) begin() bool {
	if c.begun {
		return true
	}
	c.begun = true
	if !c.scanner.SkipBOM() {
		return false
	}
	c.kernels.begin(&c.scanner)
	return true
}

// stopLexing makes the scanner continue without the kernels.
func (c *Checker) stopLexing() {
	c.kernels.lexing = false
	if !streamscan.Advance(&c.scanner) {
		c.fail()
	}
}
