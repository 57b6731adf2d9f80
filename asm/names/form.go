package names

// A Form is what is compared of names.
type Form uint8

const (
	Exact    Form = iota // the names as they are
	Capitals             // the names in capital letters; those outside ASCII are left to the caller
	ASCII                // the names as they are; those outside ASCII are left to the caller
)

// offset returns what must be subtracted from each byte that is a small letter, eight times.
func (f Form) offset() uint64 {
	if f == Capitals {
		return ('a' - 'A') * ones
	}
	return 0
}

// isASCII reports whether all bytes of w are ASCII.
func isASCII(w uint64) bool { return w&(1<<7*ones) == 0 }

// of returns the form of w, whose bytes must be ASCII.
func (f Form) of(w uint64) uint64 {
	fromA, afterZ := w+(1<<7-'a')*ones, w+(1<<7-'z'-1)*ones // the highest bits of the bytes are set from a on, and after z
	return w - fromA&^afterZ&(1<<7*ones)>>2&f.offset()      // a small letter has the bit 1<<5, and its capital does not
}

const ones = ^uint64(0) / 0xFF // a 1 in each byte
