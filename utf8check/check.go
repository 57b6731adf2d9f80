package utf8check

import (
	"unsafe"

	"github.com/assayjson/assay/asm/utf8simd"
)

// Valid reports whether b is well-formed UTF-8. The empty slice is well-formed.
func Valid(b []byte) bool {
	if len(b) <= 8 {
		var s utf8simd.State
		for _, c := range b {
			s = s.After(c)
		}
		return s.Complete()
	}
	return utf8simd.Valid(b)
}

// ValidString is like [Valid] for a string.
func ValidString(s string) bool { return Valid(bytesOf(s)) }

// Check returns nil if b is UTF-8, and otherwise an [*Error] that describes the first ill-formed
// sequence. It allocates only the error.
func Check(b []byte) error {
	if Valid(b) {
		return nil
	}
	offset, length, kind := first(b)
	return &Error{Offset: int64(offset), Length: length, Kind: kind}
}

// first finds the first ill-formed sequence of b. If there is none, offset is len(b) and kind is
// WellFormed.
func first(b []byte) (offset, length int, kind ErrorKind) {
	if len(b) == 0 {
		return 0, 0, WellFormed
	}
	if length, kind = Sequence(b); kind != WellFormed {
		return 0, length, kind // after an error, another error often follows immediately
	}
	if offset = ValidPrefix(b); offset == len(b) {
		return offset, 0, WellFormed
	}
	length, kind = Sequence(b[offset:])
	return offset, length, kind
}

// ValidPrefix returns the length in bytes of the longest prefix of b that is UTF-8. If the result
// is less than len(b), the sequence that [Check] describes begins at that offset.
func ValidPrefix(b []byte) int { return utf8simd.ValidPrefix(b) }

// IsASCII reports whether every byte of b is less than 0x80.
func IsASCII(b []byte) bool { return utf8simd.IsASCII(b) }

// IsASCIIString is like [IsASCII] for a string.
func IsASCIIString(s string) bool { return utf8simd.IsASCII(bytesOf(s)) }

// RuneCount returns the number of characters in b. Like [unicode/utf8.RuneCount], it counts each
// byte that is not part of well-formed UTF-8 as one character.
func RuneCount(b []byte) int { return utf8simd.RuneCount(b) }

// RuneCountInString is like [RuneCount] for a string.
func RuneCountInString(s string) int { return utf8simd.RuneCount(bytesOf(s)) }

// bytesOf returns the bytes of s, which must not be modified.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
