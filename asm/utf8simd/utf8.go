package utf8simd

import (
	"github.com/assayjson/assay/asm/internal/characters"
)

// Valid reports whether b is well-formed UTF-8 (Unicode, table 3-7; RFC 3629, section 4). The empty
// slice is well-formed.
//
// For inputs of a few bytes, [State] is faster.
func Valid(b []byte) bool { return validUTF8(b) }

// ValidPrefix returns the length in bytes of the longest prefix of b that is well-formed UTF-8.
//
// It validates b in parts. Each part is twice as long as the one before it, so little work is
// wasted if an error comes early. After an invalid part, the length is halved again and again until
// the error is found.
func ValidPrefix(b []byte) int {
	const smallest = 64
	i, size, failed := 0, smallest, false
	for i < len(b) {
		part := characters.Whole(b[i:], size)
		valid := validUTF8(part)
		switch {
		case valid:
			i += len(part)
		case size == smallest:
			return i + validPrefixGeneric(part)
		default:
			failed = true
		}
		switch {
		case failed:
			size = max(size/2, smallest)
		case size < window:
			size *= 2
		}
	}
	return i
}

// IsASCII reports whether every byte of b is less than 0x80.
func IsASCII(b []byte) bool {
	if len(b) < short {
		return isASCIIGeneric(b)
	}
	for len(b) > window {
		if !isASCII(b[:window-short]) {
			return false
		}
		b = b[window-short:]
	}
	return isASCII(b)
}

// CountContinuations returns the number of bytes of b from 0x80 to 0xBF. In well-formed UTF-8, the
// number of other bytes is the number of characters.
func CountContinuations(b []byte) int {
	if len(b) < short {
		return countContinuationsGeneric(b)
	}
	n := 0
	for len(b) > window {
		n += countContinuations(b[:window-short])
		b = b[window-short:]
	}
	return n + countContinuations(b)
}

// RuneCount returns the number of characters in b. Like [utf8.RuneCount], it counts each byte that
// is not part of a well-formed character as one.
func RuneCount(b []byte) int {
	const size = 16 << 10 // a part of this size is still in the first-level cache when it is read again
	n := 0
	for len(b) > 0 {
		part := characters.Whole(b, size)
		if Valid(part) {
			n += len(part) - CountContinuations(part)
		} else {
			part = characters.Whole(b, window) // more of b is probably invalid
			n += len(part) - countTails(part)
		}
		b = b[len(part):]
	}
	return n
}

// countTails returns the number of bytes of b that are part of a well-formed character, but not the
// first byte of it. b may contain anything.
func countTails(b []byte) int {
	const step, overlap = 61, 3
	n := 0
	if steps := (len(b) - overlap) / step; steps > 0 && hasTailsKernel() {
		n = countTailsKernel(b[:steps*step+overlap])
		b = b[steps*step:]
	}
	return n + countTailsGeneric(b)
}
