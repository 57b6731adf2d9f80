package tokenizer

import "github.com/assayjson/assay/internal/scan"

// putOff puts off a walk over all marks that there are.
func (c *checker) putOff(w scan.NameWalk) {
	c.walks = append(c.walks, w)
	c.marks = c.marks[len(c.marks):]
}

// catchUp does what has been put off, so that the scanner knows all names before the place where it
// stands. It returns false if they are not right.
func (c *checker) catchUp() bool {
	if c.await == nil {
		return true
	}
	ok := c.await() && c.scanner.Names.RunAll(c.walks)
	c.walks = forgetWalks(c.walks)
	return ok || c.scanner.Fail(scan.DuplicateName, c.scanner.Pos, 0)
}

// forgetWalks lets go of the texts that walks are of, and returns memory for other walks.
func forgetWalks(walks []scan.NameWalk) []scan.NameWalk {
	clear(walks)
	return walks[:0]
}

// TakeNames takes the names that have been judged, and reports whether they are new.
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
