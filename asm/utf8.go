package asm

import "unicode/utf8"

// window is the most that one call of a vector kernel is given. The scheduler cannot
// stop assembly, and a garbage collection that waits for it should not wait for long.
const window = 64 << 10

// tiny is a length that is too small for any vector.
const tiny = 8

// ValidUTF8 reports whether b is well-formed UTF-8 (Unicode, table 3-7; RFC 3629,
// section 4). The empty slice is.
//
// For the shortest of inputs, [UTF8State] is faster.
func ValidUTF8(b []byte) bool { return validUTF8(b) }

// far is the size from which inputs are taken not to be in the cache. Second-level caches
// of one or two MiB are usual.
const far = 2 << 20

// validUTF8Windows is validUTF8 for any length, a window at a time.
func validUTF8Windows(b []byte) bool {
	isFar := len(b) > far
	for len(b) > window {
		part := wholeCharacters(b, window)
		if isFar && !validFarUTF8(part) || !isFar && !validUTF8(part) {
			return false
		}
		b = b[len(part):]
	}
	return validUTF8(b)
}

// ValidPrefix returns the length of the longest prefix of b that is well-formed UTF-8.
//
// It takes steps that grow, so that little is looked at in vain where there are many
// errors, and once a step fails, steps that shrink.
func ValidPrefix(b []byte) int {
	const smallest = 64
	i, size, failed := 0, smallest, false
	for i < len(b) {
		part := wholeCharacters(b[i:], size)
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

// wholeCharacters returns a prefix of b, of size bytes or up to three less, that ends
// where no well-formed character is cut.
func wholeCharacters(b []byte, size int) []byte {
	if len(b) <= size {
		return b
	}
	for back := range utf8.UTFMax {
		if !isContinuation(b[size-back]) {
			return b[:size-back]
		}
	}
	return b[:size] // before a fourth continuation in a row, which belongs to nothing
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// short is a length that the portable code handles as fast as any. No block of a
// vector kernel is longer.
const short = 64

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
		part := wholeCharacters(b, size)
		characters := len(part) - CountContinuations(part)
		if ValidUTF8(part) {
			n += characters
		} else {
			n += utf8.RuneCount(part)
		}
		b = b[len(part):]
	}
	return n
}
