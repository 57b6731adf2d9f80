package encode

import (
	"io"

	"github.com/assayjson/assay/tokenizer"
)

// A Writer writes one JSON document, or many with [Options.Records], to memory or to an io.Writer.
//
// The zero Writer has no options and writes to memory. A Writer must not be used by more than one
// goroutine at a time, and must not be copied after first use.
type Writer struct {
	values
	reader *tokenizer.Tokenizer // reads values that are copied token by token; made when it is needed
	search *memberSearch        // memory for CopyText; nil while it is in use
}

// NewWriter returns a Writer that writes to an io.Writer, or to memory if to is nil; see
// [Writer.Bytes]. Output is written in pieces of 32 KiB or more; [Writer.Flush] and [Writer.Close]
// write the rest. If the options are invalid, the Writer has an error from the start.
func NewWriter(to io.Writer, o Options) *Writer {
	w := new(Writer)
	w.o = o
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
	w.written, w.err, w.isEnded, w.begin, w.full, w.floor = int64(-len(buf)), nil, false, len(buf), 0, 0
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
func (w *Writer) Offset() int64 { return w.offset() }

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
	if w.err != nil || w.isEnded {
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
		w.isEnded, w.state = true, failed
	}
	return w.err
}
