package tokenizer

import (
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/stream"
)

// With limits, CheckReader reads the document token by token, which is fast. A very long token,
// however, would have to be in memory as a whole. The checker of package stream does not need that
// memory, so that checker takes over at such a token.

var readers = sync.Pool{New: func() any { return NewReader(nil) }}

// inspectReader does the work of CheckReader for rules that need an inspector.
func inspectReader(c scan.Rules, ctx context.Context, r io.Reader) error {
	t, in := readers.Get().(*Tokenizer), reading.WithContext(ctx, r)
	t.scanner.Rules = stream.WithNameLimit(c)
	t.ResetReader(in)
	err := t.readAll()
	if err == errLongToken {
		err = checkRest(ctx, in, c, t)
	}
	t.ResetReader(nil)
	readers.Put(t)
	return err
}

// readAll reads a stream to its end or to an error.
func (t *Tokenizer) readAll() error {
	t.inspector.Led, t.inspector.yields = led{t}, true
	var err error
	for err == nil {
		if !t.refill() {
			_, err = t.scan()
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// checkRest checks the document from the position of t on. It reads the rest of the input from the
// parameter in. checkRest takes over the memory of t, so t must be reset before it is used again.
func checkRest(ctx context.Context, in io.Reader, config scan.Rules, t *Tokenizer) error {
	buf, positions := t.buffer.buf, t.buffer.positions
	t.buffer.buf, t.buffer.positions = nil, place.StreamPositions{}
	return stream.CheckRest(ctx, in, config, &t.scanner, buf, positions)
}
