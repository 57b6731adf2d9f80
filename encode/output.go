package encode

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// An output passes what has been written to an io.Writer, or keeps it in memory.
type output struct {
	grammar
	to    io.Writer // nil for memory
	lent  bool      // buf was passed to ResetBytes, so it belongs to the caller
	begin int       // where in buf the document begins that must be put into canonical form
	spare []byte    // memory for the canonical form, and for strings that are written again
}

// bufferSize is how much output a Writer to an io.Writer collects before it is written, in bytes.
const bufferSize = 32 << 10

// mostKept is the largest buffer in bytes that a Writer keeps after it has grown for a long value.
const mostKept = 1 << 20

var errPanicked = errors.New("encode: the io.Writer panicked")

// settleIfFull must be called after a value. It does nothing in most cases.
func (w *output) settleIfFull() {
	if len(w.buf) >= w.full {
		w.settle()
	}
}

// settle must be called after a value if buf is full or the document is complete. It completes the
// document, and flushes buf if it is full.
func (w *output) settle() {
	if w.state == wantEnd {
		w.endDocument()
	}
	switch {
	case w.to == nil || w.o.Canonical && w.path.Depth() > 0:
		w.full = math.MaxInt
	default:
		if len(w.buf) >= bufferSize {
			w.flush()
		}
		if w.err == nil {
			w.full = bufferSize
		}
	}
}

// endDocument completes a document.
func (w *output) endDocument() {
	if w.o.Canonical {
		out, err := format.Append(w.spare[:0], w.buf[w.begin:], format.Options{Canonical: true})
		if err != nil {
			w.failAt(w.written+int64(w.begin), NotCanonical, err)
			return
		}
		w.spare = out
		w.buf = append(w.buf[:w.begin], out...)
	}
	if w.o.Records {
		w.buf = append(w.buf, '\n')
		w.state = wantDocument
	}
	w.begin = len(w.buf)
}

// flush writes the contents of buf, except for a document that must be put into canonical form.
func (w *output) flush() {
	out := w.buf
	if w.o.Canonical {
		out = out[:w.begin]
	}
	if len(out) == 0 {
		return
	}
	if w.send(out); w.err == nil {
		w.drop(len(out))
	}
}

// send passes output to the io.Writer.
func (w *output) send(out []byte) {
	n, err := w.writeOut(out)
	if err == nil && n != len(out) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.fail(err)
	}
}

// writeOut calls the io.Writer. If that panics, the Writer keeps an error, because it is not known how much
// has been written.
func (w *output) writeOut(out []byte) (n int, err error) {
	before, full := w.state, w.full
	w.fail(errPanicked)
	n, err = w.to.Write(out)
	w.err, w.state, w.full = nil, before, full
	return n, err
}

// drop removes the first n bytes of buf, which have been written.
func (w *output) drop(n int) {
	w.path.Settle(w.buf)
	w.written += int64(n)
	w.begin = max(w.begin-n, 0)
	if rest := w.buf[n:]; cap(w.buf) > mostKept && len(rest) == 0 {
		w.buf = make([]byte, 0, 2*bufferSize)
	} else {
		w.buf = w.buf[:copy(w.buf, rest)]
	}
}

// appendText writes copied text, which consists of whole records if the parameter lines is set. Long text goes to
// the io.Writer directly.
func (w *output) appendText(text []byte, lines bool) {
	if w.to == nil || len(text) < bufferSize || w.o.Records && !lines && hasLineEnd(text) {
		w.bufferText(text, lines)
		return
	}
	if w.flush(); w.err == nil {
		w.send(text)
		w.written += int64(len(text))
	}
}

// bufferText is like appendText, but all of the text is in buf before anything is written, as [place.Path.Named]
// requires.
func (w *output) bufferText(text []byte, lines bool) {
	if w.o.Records && !lines && hasLineEnd(text) {
		w.buf = syntax.AppendLine(w.buf, text)
	} else {
		w.buf = append(w.buf, text...)
	}
	if w.to != nil && len(w.buf) >= bufferSize {
		w.flush()
	}
}

// endCopy completes a document. The parameter after is the state after it.
func (w *output) endCopy(after state) {
	if w.err == nil {
		w.state = after
		w.settle()
	}
}

func hasLineEnd(text []byte) bool {
	return bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0
}
