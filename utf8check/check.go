package utf8check

import (
	"unsafe"

	"github.com/assayjson/assay/asm/utf8simd"
)

// Valid reports whether b is UTF-8. The empty slice is.
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

// ValidString is [Valid] for a string.
func ValidString(s string) bool { return Valid(bytesOf(s)) }

// Check returns nil when b is UTF-8 and otherwise an [*Error] that describes the
// first ill-formed sequence. It allocates only the error.
func Check(b []byte) error {
	if Valid(b) {
		return nil
	}
	offset, length, kind := first(b)
	return &Error{Offset: int64(offset), Length: length, Kind: kind}
}

// first finds the first ill-formed sequence of b. Without one, offset is len(b)
// and kind is WellFormed.
func first(b []byte) (offset, length int, kind ErrorKind) {
	if len(b) == 0 {
		return 0, 0, WellFormed
	}
	if length, kind = Sequence(b); kind != WellFormed {
		return 0, length, kind // where one error is, more often follow at once
	}
	if offset = ValidPrefix(b); offset == len(b) {
		return offset, 0, WellFormed
	}
	length, kind = Sequence(b[offset:])
	return offset, length, kind
}

// ValidPrefix returns the length in bytes of the longest prefix of b that is UTF-8. At
// that offset stands the sequence that [Check] describes, unless it is len(b).
func ValidPrefix(b []byte) int { return utf8simd.ValidPrefix(b) }

// IsASCII reports whether all bytes of b are below 80.
func IsASCII(b []byte) bool { return utf8simd.IsASCII(b) }

// IsASCIIString is [IsASCII] for a string.
func IsASCIIString(s string) bool { return utf8simd.IsASCII(bytesOf(s)) }

// RuneCount returns the number of characters in b. Bytes that are not UTF-8 count as
// they do for [unicode/utf8.RuneCount], each as one.
func RuneCount(b []byte) int { return utf8simd.RuneCount(b) }

// RuneCountInString is [RuneCount] for a string.
func RuneCountInString(s string) int { return utf8simd.RuneCount(bytesOf(s)) }

// bytesOf returns the bytes of s, which must not be written to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
