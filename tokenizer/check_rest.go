package tokenizer

import (
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// CheckReader with limits reads tokens, which is fast. A very long token would need as much memory. A
// Checker does not need it, and so takes over then.

// longToken is the length from which on a token is very long.
const longToken = 2 << 20

// errLongToken ends the work of a Tokenizer before such a token. Nobody else gets to see it.
var errLongToken = errors.New("tokenizer: a checker must go on")

// checkRest checks what comes from where t stands. Of that, t has some in memory, and in has the rest.
func checkRest(config scan.Rules, ctx context.Context, t *Tokenizer, in io.Reader) error {
	c := checkers.Get().(*checker)
	c.Rules, c.placeless = forChecker(config), false
	c.Reset()
	c.takeOver(t)
	_, err := c.ReadFrom(in)
	err = c.verdict(ctx, err)
	if cap(c.buf) <= segment+history {
		checkers.Put(c)
	}
	return err
}

// takeOver gives c all that t knows, and all that t has read. It leaves t to be reset.
func (c *checker) takeOver(t *Tokenizer) {
	s, f := &c.scanner, t.buffer
	c.begun, c.settled = true, true // a kernel could only begin at the beginning
	c.buf, f.buf = f.buf, nil
	c.positions, f.positions = f.positions, place.StreamPositions{}
	s.Adopt(&t.scanner)
	s.Src = c.buf
	c.take(0)
}
