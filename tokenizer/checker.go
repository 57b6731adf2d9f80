package tokenizer

import (
	"io"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/stream"
)

// A Checker does what [CheckReader] does, for programs that receive a document piece by piece
// instead of reading it. It is an [io.WriteCloser] and works with [io.Copy], [io.MultiWriter] and
// [io.TeeReader]. Close ends the document and returns the verdict. A Checker must not be used
// concurrently.
//
// The zero Checker is ready for use, and has no options.
type Checker struct {
	stream stream.Checker
	err    *SyntaxError // made from the last report of the stream
}

// NewChecker returns a Checker for one document.
func NewChecker(opts ...StreamOption) *Checker {
	c := new(Checker)
	var config stream.Config
	configureReader(&config, opts)
	c.stream.Init(config.Rules)
	return c
}

// Reset prepares c for another document, with the same options.
func (c *Checker) Reset() {
	c.stream.Reset()
	c.err = nil
}

// Write checks the next bytes of the document. It keeps no part of p. It returns an error as soon
// as it finds one, and returns the same error from then on. Write may find an error late, after up
// to 1 MiB of the input that follows the error has been written. If there is an error, n is the
// number of bytes of p before the offset of the error.
func (c *Checker) Write(p []byte) (n int, err error) {
	n, err = c.stream.Write(p)
	return n, c.public(err)
}

// Close ends the document. It returns nil if the document is valid, and a [*SyntaxError] otherwise.
// Closing again returns the same result. After Close, Write returns an error until [Checker.Reset]
// is called.
func (c *Checker) Close() error { return c.public(c.stream.Close()) }

// ReadFrom reads r to its end and checks what it reads, without an intermediate copy. It returns
// the number of bytes read. The document may be continued with more calls of Write and ReadFrom.
func (c *Checker) ReadFrom(r io.Reader) (total int64, err error) {
	total, err = c.stream.ReadFrom(r)
	return total, c.public(err)
}

// public converts a report to a SyntaxError and returns any other err as it is. For the same
// report, it always returns the same SyntaxError.
func (c *Checker) public(err error) error {
	r, ok := err.(*flaw.Report)
	if !ok {
		return err
	}
	if c.err == nil || *hidden.Of(&c.err.report) != r {
		c.err = errorOf(r)
	}
	return c.err
}
