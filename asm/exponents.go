package asm

// IndexExponent returns where the first e or E is in b that has a digit before it, and digits two
// and three bytes behind it, as in 1e100 and 1e+10; or -1. There is none of a number that has a
// large exponent for which that does not hold.
func IndexExponent(b []byte) int {
	const around = 4 // bytes that belong to one, but for its own
	for begin := 0; ; {
		part := b[begin:min(begin+window, len(b))]
		if i := indexExponent(part); i >= 0 {
			return begin + i
		}
		if begin += window - around; begin >= len(b) {
			return -1
		}
	}
}
