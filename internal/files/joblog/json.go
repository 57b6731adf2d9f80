package joblog

import (
	"bytes"
	"io"
)

// AppendJSON appends JSON to dst and returns the extended buffer. A number sign that follows another one, which is possible only
// in a string, is written as \u0023, so that there is no command for which [IsCommand] is true. JSON text contains no line breaks in
// strings, so no text from a file begins a line.
func AppendJSON(dst, text []byte) []byte {
	for {
		i := bytes.Index(text, []byte("##"))
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i+1]...)
		for text = text[i+1:]; len(text) > 0 && text[0] == '#'; text = text[1:] {
			dst = append(dst, `\u0023`...)
		}
	}
}

// A Writer writes JSON to another writer as [AppendJSON] does. It keeps no text, so it needs no end.
type Writer struct {
	to    io.Writer
	after bool // the last byte was a number sign
	out   []byte
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write writes a piece of JSON, which may end anywhere. If the other writer fails, what it has written is not counted.
func (w *Writer) Write(p []byte) (int, error) {
	text := p
	w.out = w.out[:0]
	for ; w.after && len(text) > 0 && text[0] == '#'; text = text[1:] {
		w.out = append(w.out, `\u0023`...)
	}
	w.out = AppendJSON(w.out, text)
	w.after = len(p) > 0 && p[len(p)-1] == '#' || len(p) == 0 && w.after
	n, err := w.to.Write(w.out)
	switch {
	case err != nil:
		return 0, err
	case n < len(w.out):
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}
