package utf8check

// Sequence examines the first sequence of b, which must not be empty. If the sequence is
// well-formed, kind is [WellFormed] and n is its length in bytes. Otherwise kind is the reason, and
// n is the length of its maximal subpart.
//
// These are the rules of UTF-8 in one place: Sequence follows table 3-7 of the Unicode standard
// line by line, and all faster code is tested against it.
func Sequence(b []byte) (n int, kind ErrorKind) {
	size, kind := sizeByLead(b[0])
	if size <= 1 {
		return 1, kind
	}
	if len(b) > 1 {
		if kind := secondByte(b[0], b[1]); kind != WellFormed {
			return 1, kind
		}
	}
	for n = 1; n < size; n++ {
		if n == len(b) {
			return n, Truncated
		}
		if !isContinuation(b[n]) {
			return n, MissingContinuation
		}
	}
	return size, WellFormed
}

// sizeByLead returns the length of the sequences that begin with lead. If there are no such sequences,
// it returns the reason.
func sizeByLead(lead byte) (size int, kind ErrorKind) {
	switch {
	case lead <= 0x7F:
		return 1, WellFormed
	case lead <= 0xBF:
		return 0, UnexpectedContinuation
	case lead <= 0xC1:
		return 0, Overlong
	case lead <= 0xDF:
		return 2, WellFormed
	case lead <= 0xEF:
		return 3, WellFormed
	case lead <= 0xF4:
		return 4, WellFormed
	case lead <= 0xF7:
		return 0, TooLarge
	default:
		return 0, ImpossibleByte
	}
}

// secondByte checks those rules for the second byte that are stricter than "any continuation byte".
func secondByte(lead, second byte) ErrorKind {
	switch {
	case !isContinuation(second):
		return WellFormed // the caller reports the missing continuation
	case lead == 0xE0 && second <= 0x9F, lead == 0xF0 && second <= 0x8F:
		return Overlong
	case lead == 0xED && second >= 0xA0:
		return Surrogate
	case lead == 0xF4 && second >= 0x90:
		return TooLarge
	}
	return WellFormed
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }
