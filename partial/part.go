package partial

// A part is the part of a number that has been read last (RFC 8259, section 6).
type part uint8

const (
	minus part = iota
	zero
	integer
	point
	fraction
	exponentMark
	exponentSign
	exponent
)

// mayEnd reports whether a number may end after this part.
func (p part) mayEnd() bool { return p == zero || p == integer || p == fraction || p == exponent }
