package tokenizer

import (
	"io"

	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/stream"
)

// A Checker is [CheckReader] for those who are given a document rather than reading it: an
// [io.WriteCloser] for [io.Copy], [io.MultiWriter] and [io.TeeReader]. Close tells it that
// the document has ended, and returns the verdict.
//
// The zero Checker is that of [NewChecker] without options.
type Checker struct {
	stream stream.Checker
	err    *SyntaxError // made from the last report of the stream
}

// NewChecker returns a Checker for one document.
func NewChecker(opts ...StreamOption) *Checker {
	c := new(Checker)
	c.stream.Init(rulesOfReader(opts))
	return c
}

// Reset makes c ready for another document, with the same options.
func (c *Checker) Reset() {
	c.stream.Reset()
	c.err = nil
}

// Write takes the next bytes; it keeps no part of p. It returns an error as soon as it knows
// of one, which may be a MiB later; the error stays. Then n is how many bytes of p come
// before the place that needs mending, or 0.
func (c *Checker) Write(p []byte) (n int, err error) {
	n, err = c.stream.Write(p)
	return n, c.public(err)
}

// Close tells that the document has ended. It returns nil if that is right, and otherwise
// a [*SyntaxError].
func (c *Checker) Close() error { return c.public(c.stream.Close()) }

// ReadFrom writes what r has, up to its end, without a copy on the way. It returns how much
// that was. The document may go on.
func (c *Checker) ReadFrom(r io.Reader) (total int64, err error) {
	total, err = c.stream.ReadFrom(r)
	return total, c.public(err)
}

// public returns err as callers know it: the same SyntaxError each time for one report.
func (c *Checker) public(err error) error {
	r, ok := err.(*scan.Report)
	if !ok {
		return err
	}
	if c.err == nil || c.err.report != r {
		c.err = errorOf(r)
	}
	return c.err
}
