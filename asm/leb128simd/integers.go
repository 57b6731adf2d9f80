package leb128simd

import "github.com/assayjson/assay/asm"

// step is the number of bytes that a kernel needs to begin a block. A block has 64 bytes, and the kernel
// for AVX2 reads up to 16 bytes after it.
const step = 80

// worthwhile is the number of bytes from which on a kernel is faster than the portable code, if they must be
// copied to a padded buffer.
const worthwhile = 8

// A padded buffer holds the last bytes of a text, which are fewer than step. In the bytes after them, no
// value ends, so a kernel decodes only the values in the text.
type padded [2 * step]byte

var padding = func() (p padded) {
	for i := range p {
		p[i] = 0x80
	}
	return p
}()

// Uint64s decodes unsigned integers from the beginning of src to dst. It stops when dst is full, and
// before the first value that is incomplete, takes more bytes than needed, or does not fit into 64 bits.
// It returns the number of values, and the number of bytes that they take. The rest of dst is unchanged.
func Uint64s(dst []uint64, src []byte) (values, bytes int) {
	if !hasKernel() {
		return uint64sGeneric(dst, src)
	}
	for len(src)-bytes >= step {
		n, used := uint64s(dst[values:], src[bytes:min(len(src), bytes+asm.Window)])
		if n == 0 {
			return values, bytes
		}
		values, bytes = values+n, bytes+used
	}
	n, used := 0, 0
	if rest := src[bytes:]; len(rest) < worthwhile {
		n, used = uint64sGeneric(dst[values:], rest)
	} else {
		last := padding
		copy(last[:], rest)
		n, used = uint64s(dst[values:], last[:])
	}
	return values + n, bytes + used
}

// Int64s is like [Uint64s] for signed integers.
func Int64s(dst []int64, src []byte) (values, bytes int) {
	if !hasKernel() {
		return int64sGeneric(dst, src)
	}
	for len(src)-bytes >= step {
		n, used := int64s(dst[values:], src[bytes:min(len(src), bytes+asm.Window)])
		if n == 0 {
			return values, bytes
		}
		values, bytes = values+n, bytes+used
	}
	n, used := 0, 0
	if rest := src[bytes:]; len(rest) < worthwhile {
		n, used = int64sGeneric(dst[values:], rest)
	} else {
		last := padding
		copy(last[:], rest)
		n, used = int64s(dst[values:], last[:])
	}
	return values + n, bytes + used
}
