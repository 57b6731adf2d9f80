package format

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// ErrChanged is the error of [Copy] for a text that is not the same each time it is read, because it has
// been changed in the meantime.
var ErrChanged = reading.ErrChanged

// A rereader reads a text several times. It fails with [ErrChanged] if the text is not the same each time.
type rereader struct {
	ctx    context.Context
	r      io.ReadSeeker
	begin  int64 // the offset in r of the text
	in     *reading.ContextReader
	passes reading.Passes
	length int64 // of the text, in bytes; set by check
}

// Read implements [io.Reader].
func (t *rereader) Read(p []byte) (n int, err error) {
	n, err = t.in.Read(p)
	return t.passes.Add(p[:n], err)
}

// again goes back to the start of the text.
func (t *rereader) again() error {
	t.passes.Again()
	t.in.Reset(t.ctx, t.r)
	_, err := t.r.Seek(t.begin, io.SeekStart)
	return err
}

// check reads the text for the first time. It returns an error if the text is invalid.
func (t *rereader) check() error {
	valid, err := tokenizer.ValidReader(t.ctx, t)
	if err != nil {
		return err
	}
	if t.length = t.passes.Len(); valid {
		return nil
	}
	if err := t.again(); err != nil {
		return err
	}
	if err := tokenizer.CheckReader(t.ctx, t); err != nil {
		return err
	}
	return ErrChanged // it is valid now
}

// ahead returns a reader for the rest of the text. After it has been used, back must be called.
func (t *rereader) ahead() io.Reader {
	return io.LimitReader(reading.WithContext(t.ctx, t.r), t.length-t.passes.Len())
}

// back goes back by n bytes, which have been read from what ahead has returned.
func (t *rereader) back(n int64) error {
	_, err := t.r.Seek(-n, io.SeekCurrent)
	return err
}

// sample returns a short text from which [printer.use] finds the same as from the text, which is valid: the
// white space before the first token, the white space from the first line ending on, the white space that
// contains the first line feed, and the last byte.
func (t *rereader) sample() ([]byte, error) {
	last, err := t.lastByte()
	if err != nil {
		return nil, err
	}
	if err := t.again(); err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(t, 1<<16)
	sample, err := appendSpace(nil, b)
	kept, hasFeed := len(sample), bytes.IndexByte(sample, '\n') >= 0
	for token := byte('['); token == '[' || err == nil && !hasFeed; token = '1' {
		sample = append(sample[:kept], token)
		if err = skipLine(b); err == nil {
			sample, err = appendSpace(sample, b)
		}
		hasFeed = hasFeed || bytes.IndexByte(sample[kept:], '\n') >= 0
		if token == '[' {
			kept = len(sample)
		}
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	return append(append(sample, ']'), last), nil
}

// lastByte returns the last byte of the text.
func (t *rereader) lastByte() (byte, error) {
	if _, err := t.r.Seek(t.begin+t.length-1, io.SeekStart); err != nil {
		return 0, err
	}
	var last [1]byte
	_, err := io.ReadFull(reading.WithContext(t.ctx, t.r), last[:])
	if err == io.EOF {
		err = ErrChanged // it is shorter now
	}
	return last[0], err
}

// appendSpace appends the white space at which b is.
func appendSpace(dst []byte, b *bufio.Reader) ([]byte, error) {
	for {
		c, err := b.ReadByte()
		if err != nil {
			return dst, err
		}
		if !syntax.IsSpace(c) {
			return dst, b.UnreadByte()
		}
		dst = append(dst, c)
	}
}

// skipLine skips everything before the next line ending.
func skipLine(b *bufio.Reader) error {
	for {
		if _, err := b.Peek(1); err != nil {
			return err
		}
		text, _ := b.Peek(min(b.Buffered(), 4<<10)) // lineEndIn may search all of it for each line
		line := lineEndIn(text)
		if _, err := b.Discard(line); err != nil || line < len(text) {
			return err
		}
	}
}
