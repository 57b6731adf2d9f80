package leb128

import (
	"errors"
	"math/bits"
)

// The lengths of the longest encodings that are not padded, in bytes.
const (
	MaxLen32 = 5
	MaxLen64 = 10
)

// ErrTooWide is returned by [PutUint] and [PutInt] if the integer does not fit into the given bytes.
var ErrTooWide = errors.New("leb128: the integer needs more bytes")

// AppendUint appends the shortest encoding of v to dst, and returns the extended buffer.
func AppendUint(dst []byte, v uint64) []byte {
	for ; v >= 0x80; v >>= 7 {
		dst = append(dst, byte(v)|0x80)
	}
	return append(dst, byte(v))
}

// AppendInt appends the shortest encoding of v to dst, and returns the extended buffer.
func AppendInt(dst []byte, v int64) []byte {
	for ; v < -0x40 || v >= 0x40; v >>= 7 {
		dst = append(dst, byte(v)|0x80)
	}
	return append(dst, byte(v)&0x7f)
}

// UintLen returns how many bytes [AppendUint] appends for v.
func UintLen(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }

// IntLen returns how many bytes [AppendInt] appends for v.
func IntLen(v int64) int { return (bits.Len64(uint64(v^v>>63)) + 7) / 7 }

// PutUint fills all of b with an encoding of v, which is padded if necessary. It is for integers that are only known
// after what follows them has been written, such as the sizes of sections in WebAssembly. Padded encodings can be read
// with the forms [WebAssembly] and [DWARF]. If v needs more than len(b) bytes, PutUint returns [ErrTooWide] and
// leaves b as it is.
func PutUint(b []byte, v uint64) error {
	if UintLen(v) > len(b) {
		return ErrTooWide
	}
	pad(b, v)
	return nil
}

// PutInt is like [PutUint] for signed integers.
func PutInt(b []byte, v int64) error {
	if IntLen(v) > len(b) {
		return ErrTooWide
	}
	pad(b, v)
	return nil
}

// pad fills all of b with an encoding of v, which fits.
func pad[T uint64 | int64](b []byte, v T) {
	for i := range b {
		b[i] = byte(v) | 0x80
		v >>= 7
	}
	b[len(b)-1] &= 0x7f
}
