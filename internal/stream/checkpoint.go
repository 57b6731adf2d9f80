package stream

// checkpoint moves the scanner forward as far as the input that follows cannot change the result,
// and computes all positions before that which an error may have to report, so that the text before
// may be dropped. It returns false if there is an error.
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
