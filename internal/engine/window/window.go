package window

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A Window is the part of a text that is in memory. The text comes from a reader, or was in Text from the start. A Window without a
// reader whose Err is [io.EOF] has all of its text.
type Window struct {
	In   io.Reader
	Text []byte // the next calls of Fill and Drop move it
	Base int64  // offset of Text in the input
	Err  error  // why nothing more is read: io.EOF, or what went wrong
}

// first is the size in bytes of the memory that is allocated first. It doubles as text arrives, so a short text needs little.
const first = 4 << 10

// Fill reads until Text has at least n bytes, or until there is nothing more to read. It may read more than that, because it uses
// all memory of Text. It returns false if reading has failed.
func (w *Window) Fill(n int) (ok bool) {
	for w.Err == nil && len(w.Text) < n {
		if len(w.Text) == cap(w.Text) {
			w.Text = append(make([]byte, 0, max(min(2*len(w.Text), n), min(first, n))), w.Text...)
		}
		var read int
		read, w.Err = reading.Some(w.In, w.Text[len(w.Text):cap(w.Text)])
		w.Text = w.Text[:len(w.Text)+read]
	}
	return w.Failure() == nil
}

// Drop drops the first n bytes of Text, which must not be a caller's text.
func (w *Window) Drop(n int) {
	w.Text = w.Text[:copy(w.Text, w.Text[n:])]
	w.Base += int64(n)
}

// Reader returns a reader for Text and for what follows it in the input. The Window must not be used afterwards.
func (w *Window) Reader() io.Reader {
	if len(w.Text) == 0 && w.Err == nil {
		return w.In
	}
	return io.MultiReader(bytes.NewReader(w.Text), &reading.Reader{R: w.In, Err: w.Err})
}

// Ends reports whether the input ends with Text.
func (w *Window) Ends() bool { return w.Err == io.EOF }

// Failure returns the error because of which the text ends too early, or nil.
func (w *Window) Failure() error {
	if w.Ends() {
		return nil
	}
	return w.Err
}
