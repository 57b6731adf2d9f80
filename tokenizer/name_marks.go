package tokenizer

// takeNames takes the names that have been judged, and reports whether they are new.
func (c *checker) takeNames() bool {
	s, known := &c.scanner, c.Trusted
	n := s.Names.Walk(c.buf, c.marks[:known], s.Pos)
	if n > 0 {
		s.Named = int(c.marks[n-1]) + 1
	}
	c.marks = c.marks[:copy(c.marks, c.marks[n:])]
	c.Trust.Drop(n)
	return n == known
}
