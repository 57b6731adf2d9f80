package reading

import (
	"context"
	"io"
)

// A ContextReader has the error of a context once there is one. It does not read on after an error.
type ContextReader struct {
	Context context.Context
	r       Reader
}

// WithContext returns a reader for r that ends with the error of ctx.
func WithContext(ctx context.Context, r io.Reader) *ContextReader {
	return &ContextReader{Context: ctx, r: Reader{R: r}}
}

// Read reads from the reader, unless the context is done.
func (r *ContextReader) Read(p []byte) (int, error) {
	if err := r.Context.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
