package program

import (
	"encoding/binary"
	"math/bits"
)

// hashText returns a hash of a text. The hash has no secret: whoever makes texts with equal hashes
// only makes programs ask the engine.
func hashText(s []byte) uint64 {
	const p0, p1, p2 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3
	n := len(s)
	var a, b uint64
	h := uint64(n) * p2
	switch {
	case n > 16:
		for ; len(s) > 16; s = s[16:] {
			h = mix(binary.LittleEndian.Uint64(s)^p0, binary.LittleEndian.Uint64(s[8:])^h)
		}
		h ^= uint64(len(s))
		if len(s) < 8 {
			return mix(tail(s)^p0, h^p1)
		}
		fallthrough
	case n >= 8:
		a = binary.LittleEndian.Uint64(s)
		b = binary.LittleEndian.Uint64(s[len(s)-8:])
	default:
		a = tail(s)
	}
	return mix(a^p0, b^h^p1)
}

// tail returns the bytes of a text of fewer than 8 bytes. Texts of the same length have the same
// result only if they are equal.
func tail(s []byte) uint64 {
	n := len(s)
	switch {
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(s))<<32 | uint64(binary.LittleEndian.Uint32(s[n-4:]))
	case n > 0:
		return uint64(s[0])<<16 | uint64(s[n/2])<<8 | uint64(s[n-1])
	}
	return 0
}

func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// A textTable is a set of texts. It numbers them from 0.
type textTable struct {
	texts  []string
	hashes []uint64 // in the order of texts
	index  []int32  // a table with open addressing: numbers of texts plus one, or 0; its length is a power of 2
}

// add returns the number of s, and adds s if it is new. The tables must be built afterwards.
func (t *textTable) add(s string) int32 {
	h := hashText([]byte(s))
	if id := t.findHashed([]byte(s), h); id >= 0 {
		return id
	}
	t.texts, t.hashes = append(t.texts, s), append(t.hashes, h)
	if 2*len(t.texts) > len(t.index) {
		t.index = make([]int32, max(8, 2*len(t.index)))
		for id, h := range t.hashes {
			t.insert(h, int32(id))
		}
	} else {
		t.insert(h, int32(len(t.texts)-1))
	}
	return int32(len(t.texts) - 1)
}

func (t *textTable) insert(h uint64, id int32) {
	mask := uint64(len(t.index) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		if t.index[i] == 0 {
			t.index[i] = id + 1
			return
		}
	}
}

// findHashed returns the number of s, whose hash is h, or -1 if s is not in the set.
func (t *textTable) findHashed(s []byte, h uint64) int32 {
	if len(t.index) == 0 {
		return -1
	}
	mask := uint64(len(t.index) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		id := t.index[i&mask] - 1
		if id < 0 {
			return -1
		}
		if t.hashes[id] == h && t.texts[id] == string(s) {
			return id
		}
	}
}

// has reports whether s is in the set.
func (t *textTable) has(s []byte) bool {
	return t.findHashed(s, hashText(s)) >= 0
}

// An idTable maps some of the numbers that a textTable gives to texts to other numbers.
type idTable []idEntry // a table with open addressing; its length is 0 or a power of 2

// An idEntry maps id to value. It is unused if value is negative.
type idEntry struct{ id, value int32 }

func newIDTable(ids []int32) idTable {
	if len(ids) == 0 {
		return nil
	}
	size := 1
	for size < 2*len(ids) {
		size *= 2
	}
	t := make(idTable, size)
	for i := range t {
		t[i].value = -1
	}
	for value, id := range ids {
		i := int(id) & (size - 1)
		for t[i].value >= 0 {
			i = (i + 1) & (size - 1)
		}
		t[i] = idEntry{id, int32(value)}
	}
	return t
}

// find returns the number to which id is mapped, or -1.
func (t idTable) find(id int32) int32 {
	if len(t) == 0 || id < 0 {
		return -1
	}
	mask := len(t) - 1
	for i := int(id) & mask; ; i = (i + 1) & mask {
		if e := t[i&mask]; e.id == id || e.value < 0 {
			return e.value
		}
	}
}
