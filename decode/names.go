package decode

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// A key is the length of a name, and its first and last eight bytes as little-endian words. Both words of a shorter name hold all of
// it. Two names of at most 16 bytes are equal if their keys are.
type key struct {
	first, last uint64
	n           uint32
}

// determined is the greatest length in bytes of a name that its key determines.
const determined = 16

func keyOf[Bytes ~[]byte | ~string](name Bytes) key {
	n := len(name)
	if n < 8 {
		var b [8]byte
		copy(b[:], name)
		w := binary.LittleEndian.Uint64(b[:])
		return key{w, w, uint32(n)}
	}
	var b [16]byte
	copy(b[:8], name)
	copy(b[8:], name[n-8:])
	return key{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:]), uint32(n)}
}

// mixed combines the parts of k.
func (k key) mixed() uint64 { return k.first ^ bits.RotateLeft64(k.last, 27) + uint64(k.n) }

// A nameTable finds a name among those of the fields of a struct. It is a hash table with linear probing, of which at most half is
// used. The factor of the hash is chosen such that few names share a slot, usually none.
type nameTable struct {
	factor uint64
	shift  uint8
	slots  []nameSlot // their number is a power of two
}

type nameSlot struct {
	key
	field int32 // index of the field, or -1 if the slot is free
	name  string
}

func newNameTable(names []string) nameTable {
	const tries = 100
	size := 2
	for size < 2*len(names) {
		size *= 2
	}
	var best nameTable
	fewest := len(names) + 1
	factor := uint64(0x9E3779B97F4A7C15)
	for try := 0; try < tries && fewest > 0; try++ {
		t := nameTable{factor: factor, shift: uint8(64 - bits.Len(uint(size-1))), slots: make([]nameSlot, size)}
		if n := t.fill(names); n < fewest {
			best, fewest = t, n
		}
		factor = factor*6364136223846793005 + 1442695040888963407 | 1
	}
	return best
}

// fill adds names to an empty table, and returns how many of them are not in the slot of their hash.
func (t *nameTable) fill(names []string) (displaced int) {
	for i := range t.slots {
		t.slots[i].field = -1
	}
	last := uint64(len(t.slots) - 1)
	for i, name := range names {
		k := keyOf(name)
		at := k.mixed() * t.factor >> t.shift
		if t.slots[at].field >= 0 {
			displaced++
		}
		for t.slots[at].field >= 0 {
			at = (at + 1) & last
		}
		t.slots[at] = nameSlot{k, int32(i), name}
	}
	return displaced
}

// find returns the index of the field with the given name, or -1 if there is none. k is the key of the name.
func (t *nameTable) find(k key, name []byte) int {
	last := uint64(len(t.slots) - 1)
	for at := k.mixed() * t.factor >> t.shift; ; at++ {
		s := &t.slots[at&last]
		if s.key == k && s.field >= 0 && (k.n <= determined || s.name == string(name)) {
			return int(s.field)
		}
		if s.field < 0 {
			return -1
		}
	}
}

// A probe has the first and the last eight bytes of a name with its closing quotation mark, as little-endian words. For a shorter name,
// both words are the same, and mask has the bits of its bytes. The closing quotation mark decides where the name ends, because names
// of fields contain none.
type probe struct {
	first, last, mask uint64
	back              uint32 // where the last eight bytes are, from the beginning of the name
}

func probeOf(name string) probe {
	quoted := name + `"`
	if n := len(quoted); n < 8 {
		word := keyOf(quoted).first
		return probe{word, word, 1<<(8*n) - 1, 0}
	}
	k := keyOf(quoted)
	return probe{k.first, k.last, math.MaxUint64, k.n - 8}
}

// matches reports whether the words at both places are those of the name.
func (p *probe) matches(first, last uint64) bool {
	return ((first^p.first)|(last^p.last))&p.mask == 0
}
