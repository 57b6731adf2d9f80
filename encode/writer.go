package encode

import (
	"errors"
	"io"
	"math"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/tokenizer"
)

// A Writer writes one JSON document, or many with [Options.Records], to memory or to an io.Writer.
//
// The zero Writer has no options and writes to memory. A Writer must not be used by more than one
// goroutine at a time, and must not be copied after first use.
type Writer struct {
	buf   []byte // output that has not been passed to the io.Writer yet
	full  int    // settle must be called after a value if buf has at least this length
	state state
	lines bool // the layout is Lines
	path  place.Path

	to      io.Writer // nil for a Writer to memory
	o       Options
	margin  []byte // a line feed and indentation, for at least as many levels as have been needed so far
	written int64  // how many bytes have been removed from buf so far
	lent    bool   // buf was passed to ResetBytes, so it belongs to the caller
	err     error  // the first error
	closed  bool

	begin  int    // where in buf the document begins that must be put into canonical form
	spare  []byte // memory for the canonical form, and for strings that are written again
	names  nameSet
	reader *tokenizer.Tokenizer // reads values that are copied token by token; made when it is needed
	search *memberSearch        // memory for CopyText; nil while it is in use
	floor  int                  // how many containers the body of a loop over CopyText must not close
}

// A state determines what may be written next.
type state uint8

const (
	wantDocument state = iota
	wantFirstElement
	wantNextElement
	wantFirstName
	wantNextName
	wantMember // the value of a member, after its name
	wantEnd    // the document is complete
	failed     // there has been an error
)

// bufferSize is how much output a Writer to an io.Writer collects before it is written, in bytes.
const bufferSize = 32 << 10

// mostKept is the largest buffer in bytes that a Writer keeps after it has grown for a long value.
const mostKept = 1 << 20

// NewWriter returns a Writer that writes to an io.Writer, or to memory if to is nil; see
// [Writer.Bytes]. Output is written in pieces of 32 KiB or more; [Writer.Flush] and [Writer.Close]
// write the rest. If the options are invalid, the Writer has an error from the start.
func NewWriter(to io.Writer, o Options) *Writer {
	w := &Writer{o: o}
	w.Reset(to)
	return w
}

// Reset makes w begin a new output to an io.Writer, or to memory if to is nil. The options stay the
// same. Output that has not been flushed is dropped. The memory of w is reused, so the result of an
// earlier call of Bytes becomes invalid, unless w was reset by ResetBytes.
func (w *Writer) Reset(to io.Writer) {
	if w.lent || cap(w.buf) > mostKept && to != nil {
		w.buf = nil
	}
	w.lent = false
	w.reset(to, w.buf[:0])
	if to != nil && w.buf == nil {
		w.buf = make([]byte, 0, 2*bufferSize)
	}
}

// ResetBytes is like Reset, but appends the output to dst in memory, like the Append functions of package
// strconv. Offsets in errors do not include dst. The caller owns dst and what Bytes then returns: the next
// Reset does not reuse that memory.
func (w *Writer) ResetBytes(dst []byte) {
	w.lent = true
	w.reset(nil, dst)
}

func (w *Writer) reset(to io.Writer, buf []byte) {
	w.buf, w.to = buf, to
	w.written, w.err, w.closed, w.begin, w.full, w.floor = int64(-len(buf)), nil, false, len(buf), 0, 0
	w.state, w.lines = wantDocument, w.o.Layout == Lines || w.o.Indent != ""
	w.path.Reset()
	w.names.reset()
	if err := w.o.check(); err != nil {
		w.fail(&Error{Kind: InvalidOptions, Err: err})
	}
}

// Bytes returns the output of a Writer to memory, including the slice that was passed to ResetBytes.
// It is complete after Close has returned nil. The result is valid until the next call of a method of w.
// For a Writer to an io.Writer, the result is nil.
func (w *Writer) Bytes() []byte {
	if w.to != nil {
		return nil
	}
	return w.buf
}

// Err returns the first error, or nil if there has been none.
func (w *Writer) Err() error { return w.err }

// Offset returns the number of bytes of output so far, including those that have not been flushed.
func (w *Writer) Offset() int64 { return w.written + int64(len(w.buf)) }

// Depth returns the number of open arrays and objects.
func (w *Writer) Depth() int { return w.path.Depth() }

// Flush writes all output so far to the io.Writer, and returns the first error. With
// [Options.Canonical], a document is not written before it is complete.
func (w *Writer) Flush() error {
	if w.err == nil && w.to != nil {
		w.flush()
	}
	return w.err
}

// Close ends the output and flushes it. It returns the first error. If containers are open, or if
// no document has been written, the error is an [*Error] of the kind [Unclosed] or [NoDocument]; then
// nothing more is written. Close does not close the io.Writer. Closing a Writer again has no
// effect, and returns the same error.
func (w *Writer) Close() error {
	if w.err != nil || w.closed {
		return w.err
	}
	switch {
	case w.path.Depth() > 0:
		w.refuse(Unclosed, nil)
	case w.state == wantDocument && !w.o.Records:
		w.refuse(NoDocument, nil)
	default:
		w.Flush()
	}
	if w.err == nil {
		w.closed, w.state = true, failed
	}
	return w.err
}

// settleIfFull must be called after a value. It does nothing in most cases.
func (w *Writer) settleIfFull() {
	if len(w.buf) >= w.full {
		w.settle()
	}
}

// settle must be called after a value if buf is full or the document is complete. It completes the
// document, and flushes buf if it is full.
func (w *Writer) settle() {
	if w.state == wantEnd {
		w.endDocument()
	}
	switch {
	case w.to == nil || w.o.Canonical && w.path.Depth() > 0:
		w.full = math.MaxInt
	case len(w.buf) >= bufferSize:
		w.flush()
		fallthrough
	default:
		w.full = bufferSize
	}
}

// endDocument completes a document.
func (w *Writer) endDocument() {
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
func (w *Writer) flush() {
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
func (w *Writer) send(out []byte) {
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
func (w *Writer) writeOut(out []byte) (n int, err error) {
	before, full := w.state, w.full
	w.fail(errPanicked)
	n, err = w.to.Write(out)
	w.err, w.state, w.full = nil, before, full
	return n, err
}

var errPanicked = errors.New("encode: the io.Writer panicked")

// drop removes the first n bytes of buf, which have been written.
func (w *Writer) drop(n int) {
	w.path.Settle(w.buf)
	w.written += int64(n)
	w.begin = max(w.begin-n, 0)
	if rest := w.buf[n:]; cap(w.buf) > mostKept && len(rest) == 0 {
		w.buf = make([]byte, 0, 2*bufferSize)
	} else {
		w.buf = w.buf[:copy(w.buf, rest)]
	}
}

// fail ends the output with an error.
func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
	w.state, w.full = failed, math.MaxInt
}

// refuse ends the output with an error about the next value, name or bracket.
func (w *Writer) refuse(kind ErrorKind, cause error) {
	depth, isNext := w.path.Depth(), false
	switch w.state {
	case failed:
		if w.closed && w.err == nil {
			w.fail(&Error{Kind: Closed, Offset: w.Offset()})
		}
		return
	case wantFirstName, wantNextName:
		depth--
	case wantFirstElement, wantNextElement:
		if kind == NameOutsideObject || kind == WrongBracket || kind == Unclosed {
			depth--
		}
		isNext = true
	}
	w.failWith(kind, w.path.Pointer(w.buf, depth, isNext && depth == w.path.Depth()), cause)
}

// refuseValue ends the output with an error about a value for which ready has returned true.
func (w *Writer) refuseValue(kind ErrorKind, cause error) {
	w.failWith(kind, w.path.Pointer(w.buf, w.path.Depth(), false), cause)
}

func (w *Writer) failWith(kind ErrorKind, pointer string, cause error) {
	open := make([]byte, w.path.Depth())
	for i := range open {
		if open[i] = '['; w.path.IsObject(i) {
			open[i] = '{'
		}
	}
	w.fail(&Error{Kind: kind, Offset: w.Offset(), Pointer: pointer, Open: string(open), Err: cause})
}

// failAt ends the output with an error about a complete document.
func (w *Writer) failAt(offset int64, kind ErrorKind, cause error) {
	e := &Error{Kind: kind, Offset: offset, Err: cause}
	var invalid *tokenizer.SyntaxError
	if errors.As(cause, &invalid) {
		e.Offset += invalid.Offset
		e.Pointer, _ = invalid.Pointer()
	}
	w.fail(e)
}
