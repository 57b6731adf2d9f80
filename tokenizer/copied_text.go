package tokenizer

import "github.com/assayjson/assay/internal/place"

// mostSpace is the largest number of bytes between two tokens of a stream that are copied. It is less
// than the history of a stream, so that the result does not depend on how much is read at a time.
const mostSpace = 1 << 10

// save appends the text up to the given offset in the input to the output.
func (t *Tokenizer) save(end int64) {
	c := &t.copying
	if base := t.textOffset(); end > c.from {
		c.Buf = append(c.Buf, t.scanner.Src[c.from-base:end-base]...)
		c.from = end
		c.stopped = !c.Out.Took(c.Copying) || c.stopped
	}
}

// textOffset returns the offset in the input at which the scanner's text begins.
func (t *Tokenizer) textOffset() int64 {
	if t.buffer != nil {
		return t.buffer.positions.Base
	}
	return 0
}

// isAlike reports whether the Tokenizer and the output are inside of containers of the same type.
func (t *Tokenizer) isAlike(p *place.Path) bool {
	n := &t.scanner.Nesting
	return n.Depth > 0 && p.Depth() > 0 && n.InObject() == p.InObject()
}
