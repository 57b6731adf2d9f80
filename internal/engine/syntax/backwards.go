package syntax

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// DigitsBefore returns how many digits are at the end of b.
func DigitsBefore(b []byte) int {
	n := 0
	for n < len(b) && IsDigit(b[len(b)-1-n]) {
		n++
	}
	return n
}

// SpaceBegin returns where the white space before b[i] begins. It looks no further back than b[from].
func SpaceBegin(b []byte, i, from int) int {
	for i > from && IsSpace(b[i-1]) {
		i--
	}
	return i
}

// IsEscaped reports whether b[i] is escaped by a backslash. b[from:i] must be part of a string.
func IsEscaped(b []byte, from, i int) bool {
	n := i
	for n > from && b[n-1] == '\\' {
		n--
	}
	return (i-n)%2 != 0
}

const (
	word = 8
	near = 64 // the number of bytes that are searched without a call
)

// LastQuote returns the offset in b of the last quotation mark in b[from:] that is not escaped, or
// -1 if there is none.
func LastQuote(b []byte, from int) int {
	// In most cases, the quotation mark is near, and not escaped.
	for end := len(b); end-word >= from && end > len(b)-near; end -= word {
		if found := BytesEqual(binary.LittleEndian.Uint64(b[end-word:end:end]), '"'); found != 0 {
			if i := end - 1 - bits.LeadingZeros64(found)/8; i > from && b[i-1] != '\\' {
				return i
			}
			break
		}
	}
	for {
		i := LastIndex(b[from:], '"')
		if i < 0 {
			return -1
		}
		if i += from; !IsEscaped(b, from, i) {
			return i
		}
		b = b[:i]
	}
}

// LastIndex is like [bytes.LastIndexByte], but faster.
func LastIndex(b []byte, c byte) int {
	const block = 256
	for end := len(b); end > 0; {
		begin := max(end-block, 0)
		if end == len(b) || bytes.IndexByte(b[begin:end], c) >= 0 {
			if i := lastIndexNear(b[begin:end], c); i >= 0 {
				return begin + i
			}
		}
		end = begin
	}
	return -1
}

// lastIndexNear is like LastIndex, for a byte near the end of b. It searches backwards, a word at a
// time.
func lastIndexNear(b []byte, c byte) int {
	for ; len(b) >= word; b = b[:len(b)-word] {
		if found := BytesEqual(binary.LittleEndian.Uint64(b[len(b)-word:]), c); found != 0 {
			return len(b) - 1 - bits.LeadingZeros64(found)/8
		}
	}
	return bytes.LastIndexByte(b, c)
}

// BytesEqual returns a word that has 0x80 where a byte of w is c, and 0 in every other byte.
func BytesEqual(w uint64, c byte) uint64 {
	const ones, low = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F
	w ^= ones * uint64(c)
	return ^((w&low + low) | w | low)
}
