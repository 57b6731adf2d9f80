package encode

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/window"
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
	c := checkedCopy{streamCopy: newStreamCopy(w, names, yield)}
	c.in.In = in
	c.in.Fill(piece)
	if c.unread = len(c.in.Text); c.in.Ends() {
		c.checkAndCopy(c.in.Text, yield)
	} else {
		w.ready()
		after := w.state
		if err := tokenizer.CheckReader(ctx, &c, w.rules()); err != nil && w.err == nil {
			w.fail(err)
		}
		c.copy(len(c.in.Text), true)
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
	c.copyLines(c.in.Text)
	if err != nil && w.Flush() == nil {
		w.fail(err)
	}
	c.end()
}

// A streamCopy copies text that arrives in pieces.
type streamCopy struct {
	textCopy
	yield func(string, []byte) bool
	in    window.Window // the text that has not been copied
	least int           // how long that text must be before the search for the end of a value is repeated; see copy
}

func newStreamCopy(w *Writer, names []string, yield func(string, []byte) bool) streamCopy {
	c := newTextCopy(w, names)
	return streamCopy{textCopy: c, yield: yield, in: window.Window{Text: c.search.input[:0]}}
}

// end keeps the memory of c.
func (c *streamCopy) end() {
	if c.search.input = c.in.Text[:0]; cap(c.in.Text) > 4*mostKept {
		c.search.input = nil
	}
	c.textCopy.end()
}

// copy copies the first n bytes of the text, which end outside of strings. A value that is cut off stays in memory until
// the text is twice as long, so that the total time is linear.
func (c *streamCopy) copy(n int, atEnd bool) {
	if c.w.err != nil || n < c.least && !atEnd {
		return
	}
	c.search.setText(c.in.Text[:n], false)
	c.copyMembers(atEnd, c.yield)
	done := c.search.at
	c.least = 2 * (n - done)
	c.in.Drop(done)
}

// A checkedCopy is the reader of a document that is longer than a piece. It copies what has been checked.
type checkedCopy struct {
	streamCopy
	unread int // how many bytes at the end of the text Read has not returned yet
}

// piece is the size in bytes of the first part of a document, which is often the whole document.
const piece = 1 << 20

// Read implements [io.Reader].
func (c *checkedCopy) Read(p []byte) (n int, err error) {
	switch {
	case c.w.err != nil:
		return 0, c.w.err
	case c.unread > 0:
		n = copy(p, c.in.Text[len(c.in.Text)-c.unread:])
		c.unread -= n
		return n, nil
	case c.in.Err == nil:
		n, c.in.Err = reading.Some(c.in.In, p)
		c.in.Text = append(c.in.Text, p[:n]...)
	}
	return n, c.in.Err
}

// Passed implements [reading.Follower].
func (c *checkedCopy) Passed(offset reading.Offset) {
	if n := int64(offset) - c.in.Base; n > 0 && c.in.Failure() == nil {
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
	if len(c.in.Text) > 0 {
		first := bytes.IndexByte(p, '\n') + 1
		c.in.Text, rest = append(c.in.Text, p[:first]...), p[first:]
		if first > 0 {
			c.copyLines(c.in.Text)
			c.in.Drop(len(c.in.Text))
		}
	}
	whole := bytes.LastIndexByte(rest, '\n') + 1
	c.copyLines(rest[:whole])
	c.in.Text = append(c.in.Text, rest[whole:]...)
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
	if c.copyMembers(true, c.yield); w.err == nil {
		w.state = wantDocument
	}
}

// copyLine copies a record that is known to be valid.
func (c *lineCopy) copyLine(text []byte) {
	switch {
	case len(text) == 0 || c.w.err != nil:
	case c.w.isPlain():
		c.copyDocument(text, c.yield)
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
