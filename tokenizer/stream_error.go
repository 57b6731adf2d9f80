package tokenizer

// fail makes the error of the scanner's fault.
func (c *checker) fail() {
	s := &c.scanner
	switch {
	case c.placeless:
		c.err = s.Report()
	case c.positions.Base == 0:
		c.err = s.EarlyError()
	default:
		c.err = s.StreamError()
	}
}
