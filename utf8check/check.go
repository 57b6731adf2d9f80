package utf8check

import (
	"unsafe"

	"github.com/assayjson/assay/asm"
)

// Valid reports whether b is UTF-8. The empty slice is.
func Valid(b []byte) bool { return asm.ValidUTF8(b) }

// ValidString is [Valid] for a string.
func ValidString(s string) bool {
	return asm.ValidUTF8(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// Check returns nil when b is UTF-8 and otherwise an [*Error] that describes the
// first ill-formed sequence. It allocates only the error.
func Check(b []byte) error {
	if asm.ValidUTF8(b) {
		return nil
	}
	offset, length, kind := first(b)
	return &Error{Offset: int64(offset), Length: length, Kind: kind}
}

// first finds the first ill-formed sequence of b. Without one, offset is len(b)
// and kind is WellFormed.
func first(b []byte) (offset, length int, kind Kind) {
	for offset < len(b) {
		length, kind = Sequence(b[offset:])
		if kind != WellFormed {
			return offset, length, kind
		}
		offset += length
	}
	return offset, 0, WellFormed
}
