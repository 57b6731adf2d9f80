package encode

import (
	"bytes"
	"context"
	"io"
	"iter"
	"slices"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// CopyReader is like [Writer.CopyText], but reads the document from r. If the document is invalid, or if r or
// ctx fails, the error of w is that of [tokenizer.CheckReader]. If the document is copied token by token, an old
// value has no white space between its tokens, and [tokenizer.MaxToken] limits the length of tokens.
//
// If [Writer.Close] returns an error, the output must not be used, because it may be part of a document: one that is
// longer than 1 MiB is checked and copied in pieces of about that size. Nothing is written of a shorter one
// that is invalid, except with the options that are listed for CopyText.
//
// CopyReader needs less than 8 MiB of memory, plus 4 times the length of the longest string or of the
// longest value of a member that is yielded.
func (w *Writer) CopyReader(ctx context.Context, r io.Reader, names ...string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) { w.copyReader(ctx, r, names, yield) }
}

func (w *Writer) copyReader(ctx context.Context, r io.Reader, names []string, yield func(string, []byte) bool) {
	if !w.takesValue() {
		return
	}
	in := reading.WithContext(ctx, r)
	if !w.isPlain() {
		w.copyTokens(tokenizer.NewReader(in, w.rules()), names, yield)
		return
	}
	c := checkedCopy{streamCopy: newStreamCopy(w, names, yield), r: in}
	if c.readPiece(); c.err == io.EOF {
		c.checkAndCopy(c.buf)
	} else {
		w.ready()
		after := w.state
		if err := tokenizer.CheckReader(ctx, &c, w.rules()); err != nil && w.err == nil {
			w.fail(err)
		}
		c.copy(len(c.buf), true)
		w.endCopy(after)
	}
	c.end()
}

// CopyRecords is like [Writer.CopyReader], but copies NDJSON: each line of the input is a document. Blank lines
// and white space around documents are left out. With [Options.Records], each document of the output is a line,
// too. Inside an array, each document becomes an element.
//
// The first record that is invalid ends the copy, and so does an error of r or ctx. All records before it are
// written and flushed. The error of w is then a [*records.RecordError] or that error. To do something else with
// invalid records, use [records.Read] and CopyText, or [records.Split]. Memory and goroutines are those of
// Split; the loop runs in the goroutine of the caller.
func (w *Writer) CopyRecords(ctx context.Context, r io.Reader, names ...string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) { w.copyRecords(ctx, r, names, yield) }
}

func (w *Writer) copyRecords(ctx context.Context, r io.Reader, names []string, yield func(string, []byte) bool) {
	if w.state == failed {
		w.ready() // reports the error
		return
	}
	c := lineCopy{newStreamCopy(w, names, yield), names}
	_, err := records.Split(ctx, r, &c, nil, records.Each(w.rules()), records.Reporting(func(bad *records.Rejected) error {
		return bad.AsError()
	}))
	c.copyLines(c.buf)
	if err != nil && w.Flush() == nil {
		w.fail(err)
	}
	c.end()
}

// A streamCopy copies text that arrives in pieces.
type streamCopy struct {
	textCopy
	buf   []byte // the text that has not been copied
	base  int64  // offset of buf in the input
	least int    // how long buf must be before the search for the end of a value is repeated; see copy
}

func newStreamCopy(w *Writer, names []string, yield func(string, []byte) bool) streamCopy {
	c := newTextCopy(w, names, yield)
	return streamCopy{textCopy: c, buf: c.search.input[:0]}
}

// end keeps the memory of c.
func (c *streamCopy) end() {
	if c.search.input = c.buf[:0]; cap(c.buf) > 4*mostKept {
		c.search.input = nil
	}
	c.textCopy.end()
}

// copy copies the first n bytes of buf, which end outside of strings. A value that is cut off stays in buf until
// buf is twice as long, so that the total time is linear.
func (c *streamCopy) copy(n int, atEnd bool) {
	if c.w.err != nil || n < c.least && !atEnd {
		return
	}
	c.search.setText(c.buf[:n], false)
	c.copyMembers(atEnd)
	done := c.search.at
	c.least = 2 * (n - done)
	c.buf = c.buf[:copy(c.buf, c.buf[done:])]
	c.base += int64(done)
}

// A checkedCopy is the reader of a document that is longer than a piece. It copies what has been checked.
type checkedCopy struct {
	streamCopy
	r      io.Reader
	err    error // the error of r
	unread int   // how many bytes at the end of buf Read has not returned yet
}

// piece is the size in bytes of the first part of a document, which is often the whole document.
const piece = 1 << 20

// readPiece reads the first part of the document.
func (c *checkedCopy) readPiece() {
	for c.err == nil && len(c.buf) < piece {
		var n int
		c.buf = slices.Grow(c.buf, max(len(c.buf), 4<<10))
		n, c.err = reading.Some(c.r, c.buf[len(c.buf):min(cap(c.buf), piece)])
		c.buf = c.buf[:len(c.buf)+n]
	}
	c.unread = len(c.buf)
}

// Read implements [io.Reader].
func (c *checkedCopy) Read(p []byte) (n int, err error) {
	switch {
	case c.w.err != nil:
		return 0, c.w.err
	case c.unread > 0:
		n = copy(p, c.buf[len(c.buf)-c.unread:])
		c.unread -= n
		return n, nil
	case c.err == nil:
		n, c.err = reading.Some(c.r, p)
		c.buf = append(c.buf, p[:n]...)
	}
	return n, c.err
}

// Passed implements [reading.Follower].
func (c *checkedCopy) Passed(offset reading.Offset) {
	if n := int64(offset) - c.base; n > 0 && (c.err == nil || c.err == io.EOF) {
		c.copy(int(n), false)
	}
}

// A lineCopy takes the valid lines of NDJSON.
type lineCopy struct {
	streamCopy
	names []string
}

// Write implements [io.Writer].
func (c *lineCopy) Write(p []byte) (n int, err error) {
	rest := p
	if len(c.buf) > 0 {
		first := bytes.IndexByte(p, '\n') + 1
		c.buf, rest = append(c.buf, p[:first]...), p[first:]
		if first > 0 {
			c.copyLines(c.buf)
			c.buf = c.buf[:0]
		}
	}
	whole := bytes.LastIndexByte(rest, '\n') + 1
	c.copyLines(rest[:whole])
	c.buf = append(c.buf, rest[whole:]...)
	return len(p), c.w.err
}

// copyLines copies whole lines.
func (c *lineCopy) copyLines(text []byte) {
	w := c.w
	if !w.o.Records || !w.isPlain() || w.state != wantDocument || !isTidy(text) {
		for line := range bytes.Lines(text) {
			c.copyLine(bytes.Trim(line, " \t\r\n"))
		}
		return
	}
	c.search.setText(text, true)
	if c.copyMembers(true); w.err == nil {
		w.state = wantDocument
	}
}

// copyLine copies a record that is known to be valid.
func (c *lineCopy) copyLine(text []byte) {
	switch {
	case len(text) == 0 || c.w.err != nil:
	case c.w.isPlain():
		c.copyDocument(text)
	default:
		c.w.copyText(text, c.names, c.yield)
	}
}

// isTidy reports whether text consists of lines that end with a line feed, without carriage returns, blank lines, and
// other white space around the records.
func isTidy(text []byte) bool {
	if !bytes.HasSuffix(text, []byte("\n")) || bytes.IndexByte(text, '\r') >= 0 {
		return false
	}
	for at := 0; at < len(text); {
		end := at + bytes.IndexByte(text[at:], '\n')
		if text[at] <= ' ' || text[end-1] <= ' ' {
			return false
		}
		at = end + 1
	}
	return true
}
