package selector

import (
	"encoding/binary"
	"math/bits"
)

// A Key is the length of a name, and its first and last eight bytes as little-endian words. Both words of a shorter name hold all of
// it. Two names of at most 16 bytes are equal if their keys are.
type Key struct {
	First, Last uint64
	N           uint32 // in bytes
}

// Determined is the greatest length in bytes of a name that its key determines.
const Determined = 16

// KeyOf returns the key of a name.
func KeyOf[Bytes ~[]byte | ~string](name Bytes) Key {
	n := len(name)
	if n < 8 {
		var b [8]byte
		copy(b[:], name)
		w := binary.LittleEndian.Uint64(b[:])
		return Key{w, w, uint32(n)}
	}
	var b [16]byte
	copy(b[:8], name)
	copy(b[8:], name[n-8:])
	return Key{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:]), uint32(n)}
}

// KeyAt returns the key of the name text[begin:end].
func KeyAt(text []byte, begin, end uint32) Key {
	n := end - begin
	if end < 8 {
		return KeyOf(text[begin:end])
	}
	last := binary.LittleEndian.Uint64(text[end-8:])
	if n < 8 { // what precedes the name is shifted out
		last >>= 64 - 8*n
		return Key{last, last, n}
	}
	return Key{binary.LittleEndian.Uint64(text[begin:]), last, n}
}

// mixed combines the parts of k.
func (k Key) mixed() uint64 { return k.First ^ bits.RotateLeft64(k.Last, 27) + uint64(k.N) }
