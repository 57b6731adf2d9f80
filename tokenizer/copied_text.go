package tokenizer

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
