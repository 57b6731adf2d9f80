package scan

import (
	"math/bits"
	"math/rand/v2"

	"github.com/assayjson/assay/asm/names"
)

// A nameTable is a hash table of the names of an open object. It uses linear probing, and at most
// half of its slots are used. A slot has 32 bits, so that the tables of most objects fit into the
// cache. The key of a new name is compared with that of an earlier name only if the slot of the
// earlier name has the mark of the new name, and their texts are compared only if the keys are equal.
type nameTable struct {
	slots []uint32 // each slot is 0, or combines a mark with the index of a name in its object plus one; the length is 1 << bits
	bits  int      // number of bits of a slot for the index; the mark takes the other bits
	depth int      // of the object
	added int      // how many names of the object are in the table, counted from the first name

	hashes  [64]uint64 // the hashes of names that are about to be added
	touched uint32     // a result of loads that only bring slots into the cache, stored so that the loads are not optimized away
}

const (
	tableFrom     = names.Apart
	fewestSlots   = 4 * tableFrom
	mostSlotsKept = 1 << 22
)

// tableSeed makes the positions of names in tables random, even if their keys are alike. Tests may
// change it.
var tableSeed = [2]uint64{rand.Uint64(), rand.Uint64() | 1}

// hashOf returns the hash of a key. It combines both halves of a product, as wyhash does, so that
// every bit of the key influences all bits of the hash.
func hashOf(key uint64) uint64 {
	high, low := bits.Mul64(key^tableSeed[0], tableSeed[1])
	return high ^ low
}

// reserve makes room for as many names as there are keys. The keys of the names in the table come
// first.
func (t *nameTable) reserve(keys []uint64) {
	const hurried = 1 << 20 // smaller tables grow faster
	size := max(len(t.slots), fewestSlots)
	for size < 2*len(keys) {
		size *= 2
	}
	if size == len(t.slots) {
		return
	}
	if size < hurried {
		size *= 2
	}
	if size <= cap(t.slots) {
		t.slots = t.slots[:size]
		clear(t.slots)
	} else {
		t.slots = make([]uint32, size)
	}
	if t.bits = bits.Len(uint(size)) - 1; t.bits > 32 {
		panic("BUG: an object has more names than a table can hold")
	}
	slots, last, bits := t.slots, uint64(size-1), t.bits
	for i, key := range keys[:t.added] {
		hash := hashOf(key)
		at := hash & last
		for slots[at] != 0 {
			at = (at + 1) & last
		}
		slots[at] = uint32(hash>>32)<<bits | uint32(i+1)
	}
}

// fill adds all names that are not in the table yet, given the keys of all names of the object. It
// stops at the first name that the object already has, and returns the index of the earlier
// occurrence; t.added is then the index of the duplicate name. Otherwise, it returns -1. The
// function same compares the texts of two names, given their indexes.
func (t *nameTable) fill(keys []uint64, same func(i, j int) bool) (other int) {
	t.reserve(keys)
	slots, last, bits, added := t.slots, uint64(len(t.slots)-1), t.bits, t.added
	for added < len(keys) {
		// Load the slots of several names before any of them is needed, so that cache misses overlap.
		hashes := t.hashes[:min(len(t.hashes), len(keys)-added)]
		touched := uint32(0)
		for i, key := range keys[added : added+len(hashes)] {
			hash := hashOf(key)
			hashes[i] = hash
			touched ^= slots[hash&last]
		}
		t.touched = touched
		for _, hash := range hashes {
			at, mark := hash&last, uint32(hash>>32)<<bits
			for slots[at] != 0 {
				if other := slots[at] ^ mark; other>>bits == 0 && keys[other-1] == keys[added] && same(int(other-1), added) {
					t.added = added
					return int(other - 1)
				}
				at = (at + 1) & last
			}
			added++
			slots[at] = mark | uint32(added)
		}
	}
	t.added = added
	return -1
}
