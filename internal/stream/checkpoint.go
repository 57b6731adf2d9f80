package stream

// checkpoint moves the scanner forward, up to the last position at which its result does not depend
// on the input that follows. It also computes all positions in the text up to that point that an
// error may have to report, so that this text may be dropped. It returns false if there is an
// error.
func (c *Checker) checkpoint() bool {
	if c.lexing {
		if c.catchUp() {
			c.checkpointAt = c.lexed
		} else {
			c.lexing = false
			c.approach(c.lexed)
		}
	}
	if !c.lexing && !c.scanner.Advance() {
		return false
	}
	if c.placeless {
		c.keepNames()
		c.scanner.SettlePlaceless()
	} else {
		c.scanner.Settle()
	}
	c.shorten()
	return true
}
