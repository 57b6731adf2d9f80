package tokenizer

import (
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/stream"
)

// CheckReader with limits reads tokens, which is fast, but a very long token would need as much memory. The
// checker of package stream does not need that, and takes over at such a token.

// longToken is the length in bytes from which a token is very long.
const longToken = 2 << 20

// errLongToken ends readAll at such a token. It does not leave this package.
var errLongToken = errors.New("tokenizer: a checker must go on")

// checkRest checks the document from where t is. It takes over the memory of t, which must be reset
// afterwards; in has what t has not read.
func checkRest(ctx context.Context, in io.Reader, config scan.Rules, t *Tokenizer) error {
	buf, positions := t.buffer.buf, t.buffer.positions
	t.buffer.buf, t.buffer.positions = nil, place.StreamPositions{}
	return stream.CheckRest(ctx, in, config, &t.scanner, buf, positions)
}
