package stream

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/internal/parts"
	"github.com/assayjson/assay/internal/scan"
)

// PassesInMemory reports whether r is a [bytes.Buffer] or [bytes.Reader] and the kernels find that
// its unread part is a valid document. If so, it reads r to the end. Otherwise r is unchanged, and
// the document may still be valid. PassesInMemory returns false if ctx is done, or if r may hold a
// name that is too long for a stream.
func PassesInMemory(ctx context.Context, r io.Reader, rules scan.Rules) bool {
	if ctx.Err() != nil {
		return false
	}
	if left, ok := r.(interface{ Len() int }); ok && rules.UniqueNames && left.Len() > WithNameLimit(rules).MaxToken {
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
		n, err := r.WriteTo(wholeWriter{rules})
		return n > 0 && err == nil
	}
	return false
}

// A wholeWriter accepts a valid document in a single Write, which is how a bytes.Reader writes.
type wholeWriter struct{ rules scan.Rules }

func (w wholeWriter) Write(p []byte) (n int, err error) {
	if !parts.Accepts(w.rules, p) {
		return 0, errNotPassed
	}
	return len(p), nil
}

var errNotPassed = errors.New("the kernels do not accept the document")
