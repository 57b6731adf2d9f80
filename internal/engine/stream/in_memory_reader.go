package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
)

// PassesInMemory reports whether r is a [bytes.Buffer] or [bytes.Reader] and the kernels find that
// its unread part is a valid document. If so, it reads r to the end. Otherwise r is unchanged, and
// the document may still be valid. PassesInMemory returns false if ctx is done, or if r may hold a
// name that is too long for a stream.
func PassesInMemory(ctx context.Context, r io.Reader, rules *scan.Rules) bool {
	if ctx.Err() != nil {
		return false
	}
	if n, ok := reading.InMemory(r); ok && rules.UniqueNames && n > WithNameLimit(*rules).MaxToken {
		return false
	}
	switch r := r.(type) {
	case *bytes.Buffer:
		if !parts.Accepts(rules, r.Bytes()) {
			return false
		}
		r.Next(r.Len())
		return true
	case *bytes.Reader:
		text := unread(r)
		if len(text) == 0 || !parts.Accepts(rules, text) {
			return false
		}
		_, err := r.Seek(0, io.SeekEnd)
		return err == nil
	}
	return false
}

// unread returns the unread part of r without copying or reading it.
func unread(r *bytes.Reader) []byte {
	t := textTakers.Get().(*textTaker)
	r.WriteTo(t)
	text := t.text
	t.text = nil
	textTakers.Put(t)
	return text
}

// A textTaker keeps the text that a bytes.Reader writes, which it does in a single Write, and fails, so that
// the reader stays where it is. The text is that of the reader, so it does not change.
type textTaker struct{ text []byte }

func (t *textTaker) Write(p []byte) (n int, err error) {
	t.text = p
	return 0, errTaken
}

var textTakers = sync.Pool{New: func() any { return new(textTaker) }}

var errTaken = errors.New("the text has been taken")
