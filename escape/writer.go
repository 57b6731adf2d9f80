package escape

import (
	"errors"
	"io"

	"github.com/assayjson/assay/utf8check"
)

// A Writer writes one JSON string, of any length, to another writer. It writes the opening
// quotation mark with the first Write and the closing one with Close. The text may be divided
// between two calls at any byte. A Writer holds back up to 32 KiB of output and uses at most about
// 128 KiB of memory, however long the string is.
//
// With [Strict], ill-formed UTF-8 results in an [*Error] whose offsets are relative to the
// beginning of the text. Everything before the error is written, but nothing after it, not even the
// closing quotation mark. All later calls return the same error.
//
// Writers must be made by [NewWriter]; the methods of the zero Writer return an error. A Writer
// must not be used by more than one goroutine at a time.
type Writer struct {
	to   io.Writer
	q    quoter
	buf  []byte // output that has not been written yet
	read int64  // number of bytes received so far, including those in the field open
	err  error  // returned by all later calls

	open    [4]byte // the beginning of a character whose end has not been received yet
	openLen int
}

// The largest piece of the input that is quoted at once, and the amount of output that is collected
// before it is written, both in bytes.
const (
	pieceSize  = 16 << 10
	bufferSize = 32 << 10
)

var (
	errClosed = errors.New("escape: write to a closed Writer")
	errNoGoal = errors.New("escape: the Writer has nothing to write to; use NewWriter")
)

// NewWriter returns a Writer that writes to w.
func NewWriter(w io.Writer, opts Options) *Writer {
	return &Writer{to: w, q: quoter{opts, tableFor(opts)}, buf: []byte{'"'}}
}

// Write writes the next part of the text. It returns the number of bytes of p that it has
// processed: len(p), unless there is an error. If p contains the fault, Write has processed the
// bytes before the fault, or none if the fault begins in an earlier part. After [Writer.Close],
// Write returns an error.
func (w *Writer) Write(p []byte) (int, error) { return w.WriteString(textOf(&p)) }

// WriteString is like [Writer.Write] for a string.
func (w *Writer) WriteString(s string) (int, error) {
	w.prepare()
	taken := 0
	for w.err == nil && taken < len(s) {
		piece := s[taken:min(taken+pieceSize, len(s))]
		whole := piece[:len(piece)-utf8check.Unfinished(bytesOf(piece))]
		if w.openLen > 0 || whole == "" {
			taken += w.continueOpen(piece)
		} else {
			taken += w.quote(whole, piece)
		}
	}
	return taken, w.err
}

// continueOpen continues the unfinished character, or begins one. It returns the number of bytes of
// s that it has processed, which is 0 if they make the character ill-formed.
func (w *Writer) continueOpen(s string) int {
	before := w.openLen
	n := before + copy(w.open[before:], s)
	length, kind := utf8check.Sequence(w.open[:n])
	if kind == utf8check.Truncated {
		w.openLen = n
		w.read += int64(n - before)
		return n - before
	}
	w.openLen = 0
	w.read -= int64(before)
	if kind != utf8check.WellFormed && w.q.Invalid == Strict {
		w.fail(invalidUTF8(string(w.open[:n]), 0))
		return 0
	}
	s = string(w.open[:length])
	return w.quote(s, s) - before
}

// quote quotes s and returns the number of its bytes before an error, or len(s). The parameter all
// consists of s and the bytes that are known to follow it. The bytes after s show whether an
// incomplete character at the end of s is only cut off or is ill-formed.
func (w *Writer) quote(s, all string) int {
	out, e := w.q.appendBody(w.buf, s)
	if e != nil {
		e = invalidUTF8(all, int(e.Offset))
		s = s[:e.Offset]
		out, _ = w.q.appendText(w.buf, s)
		e.Offset, e.ByteOffset = 0, e.ByteOffset-e.Offset
	}
	w.buf = out
	w.read += int64(len(s))
	if e != nil {
		w.fail(e)
	} else if len(w.buf) >= bufferSize {
		w.flush()
	}
	return len(s)
}

// fail ends the string with the error e, whose offsets are relative to the position reached so far.
func (w *Writer) fail(e *Error) {
	if w.flush(); w.err == nil {
		e.Offset += w.read
		e.ByteOffset += w.read
		w.err = e
	}
}

// prepare makes w fail if NewWriter has not made it, or was called with a nil writer.
func (w *Writer) prepare() {
	if w.to == nil {
		w.err = errNoGoal
	}
}

func (w *Writer) flush() {
	n, err := w.to.Write(w.buf)
	if err == nil && n < len(w.buf) {
		err = io.ErrShortWrite
	}
	w.buf, w.err = w.buf[:0], err
}

// Close ends the string and writes what has been held back. Without any Write, the string is empty.
// Close returns the error of an earlier call, if any, or an [*Error] if the last character is
// incomplete. It does not close the underlying writer. Closing a Writer again has no effect.
func (w *Writer) Close() error {
	w.prepare()
	if w.err == errClosed {
		return nil
	}
	if w.openLen > 0 && w.err == nil {
		open := string(w.open[:w.openLen])
		w.openLen = 0
		w.read -= int64(len(open))
		w.quote(open, open)
	}
	if w.err != nil {
		return w.err
	}
	w.buf = append(w.buf, '"')
	if w.flush(); w.err != nil {
		return w.err
	}
	w.err = errClosed
	return nil
}
