package reading

import (
	"context"
	"io"
)

// A ContextReader is a reader that fails with the error of a context once the context is done.
// After an error, it does not use the underlying reader again.
type ContextReader struct {
	Context context.Context
	r       Reader
}

// WithContext returns a ContextReader for r and ctx.
func WithContext(ctx context.Context, r io.Reader) *ContextReader {
	c := new(ContextReader)
	c.Reset(ctx, r)
	return c
}

// Reset makes c a ContextReader for another reader.
func (c *ContextReader) Reset(ctx context.Context, r io.Reader) {
	*c = ContextReader{Context: ctx, r: Reader{R: r}}
}

// Read reads from the underlying reader unless the context is done.
func (c *ContextReader) Read(p []byte) (int, error) {
	if err := c.Context.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
