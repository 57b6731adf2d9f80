package dialect

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/window"
)

// NewLexer returns a Lexer for src, which must not change while the Lexer is in use.
func NewLexer(src []byte, d Dialect) *Lexer {
	l := &Lexer{src: src, dialect: d}
	*hidden.Of(&l.blanking) = blanksComments(d)
	return l
}

// A blanksComments implements [hidden.Blanker].
type blanksComments Dialect

func (b blanksComments) BlankComments(r io.Reader) io.Reader { return newBlankReader(r, Dialect(b)) }

// A blankReader reads a text in which comments and most trailing commas are replaced with spaces; see
// [blank]. It returns errNotBlanked if that is impossible, or if a comment is longer than a part.
type blankReader struct {
	blanker
	in    window.Window // Text[given:ready] is to be returned, and Text[ready:] is to be processed
	size  int           // the length in bytes of a part
	given int
	ready int
	err   error // the error to return after Text[:ready], or nil
}

func newBlankReader(r io.Reader, d Dialect) *blankReader {
	b := blanker{changed: true, commas: d.HasTrailingCommas(), lexer: Lexer{dialect: d}, windowMasks: new(windowMasks)}
	return &blankReader{in: window.Window{In: r}, size: blankedSize, blanker: b}
}

var errNotBlanked = errors.New("dialect: not only comments have to be replaced")

const blankedSize = 64 << 10 // the usual length in bytes of a part

func (r *blankReader) Read(p []byte) (n int, err error) {
	for r.given == r.ready && len(p) > 0 {
		if r.err != nil {
			return 0, r.err
		}
		if !r.fill() {
			r.err = errNotBlanked
		}
	}
	n = copy(p, r.in.Text[r.given:r.ready])
	r.given += n
	return n, nil
}

// fill reads a part of the text and processes it. Some text at the end may have to wait for the text after it.
// It does not process the text earlier, because a comment that waits for its end is read again each
// time. fill returns false if the text cannot be processed.
func (r *blankReader) fill() (ok bool) {
	r.in.Drop(r.ready)
	r.given, r.ready = 0, 0
	if len(r.in.Text) >= r.size {
		return false
	}
	r.in.Fill(r.size)
	r.err = r.in.Err
	r.ready, ok = r.part(r.in.Text, r.err == nil)
	return ok
}

// part processes the next part of the source in place, and returns how many bytes of it have been
// processed. If the source goes on, the rest must be the beginning of the next part.
func (b *blanker) part(text []byte, goesOn bool) (done int, ok bool) {
	b.json, b.goesOn, b.open = text, goesOn, -1
	b.lexer = Lexer{src: text, dialect: b.lexer.dialect}
	done, ok = b.blocks(nil)
	switch {
	case b.open >= 0: // the text before the comment does not end in a string
		b.inString, b.escaped = 0, 0
		return b.open, true
	case !ok || !goesOn && !b.lastBlock(done, nil):
		return 0, false
	case !goesOn:
		return len(text), true
	}
	b.dropComments(done, []uint64{bitsBelow(b.lexer.pos - done)})
	return max(done, b.lexer.pos), true
}
