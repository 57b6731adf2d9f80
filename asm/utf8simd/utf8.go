package utf8simd

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm/internal/characters"
)

// Valid reports whether b is well-formed UTF-8 (Unicode, table 3-7; RFC 3629,
// section 4). The empty slice is.
//
// For the shortest of inputs, [State] is faster.
func Valid(b []byte) bool { return validUTF8(b) }

// ValidPrefix returns the length of the longest prefix of b that is well-formed UTF-8.
//
// It takes steps that grow, so that little is looked at in vain where there are many
// errors, and once a step fails, steps that shrink.
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

// IsASCII reports whether every byte of b is below 80.
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

// CountContinuations returns how many bytes of b are in 80 to BF. In well-formed UTF-8
// the others are as many as there are characters.
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

// RuneCount is [utf8.RuneCount]: the number of characters in b, where each byte that is
// not part of a well-formed one counts as one.
func RuneCount(b []byte) int {
	const size = 16 << 10 // stays in the first-level cache for the second look
	n := 0
	for len(b) > 0 {
		part := characters.Whole(b, size)
		count := len(part) - CountContinuations(part)
		if Valid(part) {
			n += count
		} else {
			n += utf8.RuneCount(part)
		}
		b = b[len(part):]
	}
	return n
}
