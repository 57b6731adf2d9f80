package stream

import (
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// Close ends the document and returns the verdict, which is nil if the document is valid.
func (c *Checker) Close() error {
	c.prepare()
	if !c.ended && c.err == nil {
		c.end()
	}
	c.ended = true
	return c.err
}

// end checks the document on the assumption that it ends with buf.
func (c *Checker) end() {
	s := &c.scanner
	s.Src = c.buf
	switch {
	case !c.begin() || !c.kernels.accept(s) && !streamscan.Finish(s):
		c.fail()
	case c.byKeys.Repeated != nil:
		c.repeats = c.byKeys.Repeats()
		c.err = &flaw.Report{Kind: flaw.DuplicateName}
	}
}

// verdict returns the result of a check. If err is nil, the stream has ended, and the result is
// that of Close. Otherwise the result is err, with one exception: if a reader has failed, and the
// text before the failure has an error that no further input could remove, the result is that
// error.
func (c *Checker) verdict(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return c.Close()
	case c.err == nil && err != ctx.Err() && c.isBroken():
		return c.err
	}
	return err
}

// isBroken reports whether the document is invalid whatever follows. No more text may be added to
// the document afterwards.
func (c *Checker) isBroken() bool {
	c.end()
	return c.err != nil && !errors.Is(c.err, io.ErrUnexpectedEOF) && !c.scanner.Fault.IsCut(len(c.scanner.Src))
}
