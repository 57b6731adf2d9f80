package tokenizer

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// passesHeld reports whether r holds all that it reads in memory, and that is right, as far as it
// can be told without the scanner. Then it has been read; otherwise nothing has.
func passesHeld(c scan.Rules, ctx context.Context, r io.Reader) bool {
	if ctx.Err() != nil {
		return false
	}
	switch r := r.(type) {
	case *bytes.Buffer:
		if !index.Passes(c, r.Bytes(), nil) {
			return false
		}
		r.Next(r.Len())
		return true
	case *bytes.Reader:
		n, err := r.WriteTo(writerOfAll{c})
		return n > 0 && err == nil
	}
	return false
}

// A writerOfAll takes what is written to it, all at once, if it is right.
type writerOfAll struct{ scan.Rules }

func (w writerOfAll) Write(p []byte) (n int, err error) {
	if !index.Passes(w.Rules, p, nil) {
		return 0, errNotPassed
	}
	return len(p), nil
}

var errNotPassed = errors.New("tokenizer: this is for the scanner")
