package escape

import (
	"errors"
	"io"

	"github.com/assayjson/assay/utf8check"
)

// A Writer writes one JSON string, of any length, to another writer: the opening quote
// with the first Write, the closing one with Close. A character may be cut at any place
// between two calls. It holds back up to 32 KiB of
// output, and takes memory for some 128 KiB at most, whatever the length.
//
// With [Strict], ill-formed UTF-8 is an [*Error] whose offsets count from the beginning of
// the string. Everything before it has been written then, and nothing more will be: every
// later call returns the error, and the closing quote is missing.
//
// A Writer is made by [NewWriter]; the methods of the zero Writer return an error.
type Writer struct {
	to   io.Writer
	q    quoter
	buf  []byte // output that to hasn't got yet
	read int64  // bytes taken so far, those in open included
	err  error  // that later calls return

	open    [4]byte // the beginning of a character that has not ended yet
	openLen int
}

// What a Writer takes at once of its input, and how much output it gathers.
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

// Write writes the next part of the string. It returns how many bytes of p it has taken,
// which is all of them unless there is an error, and those before the fault if that is one
// of p.
func (w *Writer) Write(p []byte) (int, error) { return w.WriteString(textOf(&p)) }

// WriteString is [Writer.Write] for a string.
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

// continueOpen goes on with the character that is open, or begins one. It returns how many
// bytes of s it has taken: none, if something else comes before the character is complete.
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

// quote quotes s and returns how many bytes of it stand before an error. All is s and what is known
// to come after it, so that a character at the end of s that nothing can complete is not taken for
// one that is cut off.
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

// fail ends the string with an error whose offsets count from the place that has been
// reached.
func (w *Writer) fail(e *Error) {
	if w.flush(); w.err == nil {
		e.Offset += w.read
		e.ByteOffset += w.read
		w.err = e
	}
}

// prepare makes a Writer fail that NewWriter has not made, or made with nil.
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

// Close ends the string and writes what is left of it. It returns the error of an earlier
// call, or an [*Error] if a character has been begun and not ended. It does not close the
// writer below. Closing twice does no harm.
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
