package partial

// offset returns the field Offset of the state.
func (c *core) offset() int {
	switch {
	case c.inToken():
		return c.tokenBegins()
	case c.phase == failed:
		return c.errorAt
	}
	return len(c.buf)
}

// isWhole reports whether the text so far is a valid document.
func (c *core) isWhole() bool {
	return c.phase == afterDocument || c.phase == inNumber && c.depth == 0 && c.part.mayEnd()
}

// appendPointer appends the JSON Pointer of what is unfinished.
func (c *core) appendPointer(dst []byte) []byte {
	if c.depth == 0 {
		return dst
	}
	for i, outer := range c.open {
		inside := c.here.at
		if i+1 < len(c.open) {
			inside = c.open[i+1].at
		}
		dst = c.appendStep(dst, outer.at, inside, int(outer.values)-1)
	}
	switch n := uint32(len(c.marks)); {
	case c.phase == wantColon || c.phase == wantMember:
		return c.appendStep(dst, c.here.at, n, 0)
	case c.phase == wantNextElement:
		return c.appendStep(dst, c.here.at, n, c.valuesHere())
	case c.inToken() && !c.inName():
		return c.appendStep(dst, c.here.at, n-1, c.valuesHere()-1)
	}
	return dst
}
