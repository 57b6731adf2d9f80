package stream

import (
	"context"
	"errors"
	"io"
)

// Close reports that the document has ended, and returns the verdict: nil if it is valid.
func (c *Checker) Close() error {
	c.prepare()
	if !c.ended && c.err == nil {
		c.end()
	}
	c.ended = true
	return c.err
}

// end checks the document as one that ends with buf.
func (c *Checker) end() {
	c.scanner.Src = c.buf
	if !c.begin() || !c.kernelAccepts() && !c.scanner.Finish() {
		c.fail()
	}
}

// verdict returns the verdict on a stream that has ended, or in which reading has failed with err. If
// reading has failed, an error in what was read is returned instead, unless what comes next might have mended it.
func (c *Checker) verdict(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return c.Close()
	case c.err == nil && err != ctx.Err() && c.isBroken():
		return c.err
	}
	return err
}

// isBroken reports whether no continuation makes the document valid. Nothing can be added to it
// afterwards.
func (c *Checker) isBroken() bool {
	c.end()
	return c.err != nil && !errors.Is(c.err, io.ErrUnexpectedEOF) && !c.scanner.IsCut()
}
