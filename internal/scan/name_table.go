package scan

import (
	"math/bits"
	"math/rand/v2"

	"github.com/assayjson/assay/asm/names"
)

// A nameTable is a hash table of the names of an open object. It uses linear probing, and at most
// half of its slots are used. The text of a new name is compared with that of an earlier name only
// if the slot of the earlier name has the mark of the new name.
type nameTable struct {
	slots []uint64 // each slot is 0, or combines a mark with the index of a name in its object plus one; the length is a power of two
	shift int      // the search for a hash begins at the slot with the index hash >> shift
	depth int      // of the object
	added int      // how many names of the object are in the table, counted from the first name

	hashes  [64]uint64 // the hashes of names that are about to be added
	touched uint64     // a result of loads that only bring slots into the cache, stored so that the loads are not optimized away
}

const (
	tableFrom     = names.Apart
	fewestSlots   = 4 * tableFrom
	mostSlotsKept = 1 << 21

	indexBits = 40 // number of bits for the index of a name in its object; the mark takes the other bits of a slot
	indexMask = 1<<indexBits - 1
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

// markOf returns the part of a hash that slots hold. The position of a slot depends on other bits.
func markOf(hash uint64) uint64 { return hash << indexBits }

// reserve makes room for as many names as there are keys. The keys of the names in the table come
// first.
func (t *nameTable) reserve(keys []uint64) {
	const hurried = 1 << 16 // smaller tables grow faster
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
		t.slots = make([]uint64, size)
	}
	t.shift = bits.LeadingZeros64(uint64(size)) + 1
	slots, last := t.slots, uint64(size-1)
	for i, key := range keys[:t.added] {
		hash := hashOf(key)
		at := hash >> t.shift
		for slots[at] != 0 {
			at = (at + 1) & last
		}
		slots[at] = markOf(hash) | uint64(i+1)
	}
}

// fill adds all names that are not in the table yet, given the keys of all names of the object. It
// stops at the first name that the object already has, and returns the index of the earlier
// occurrence; t.added is then the index of the duplicate name. Otherwise, it returns -1. The
// function same compares the texts of two names, given their indexes.
func (t *nameTable) fill(keys []uint64, same func(i, j int) bool) (other int) {
	t.reserve(keys)
	slots, last := t.slots, uint64(len(t.slots)-1)
	for t.added < len(keys) {
		// Load the slots of several names before any of them is needed, so that cache misses overlap.
		hashes := t.hashes[:min(len(t.hashes), len(keys)-t.added)]
		touched := uint64(0)
		for i := range hashes {
			hashes[i] = hashOf(keys[t.added+i])
			touched ^= slots[hashes[i]>>t.shift]
		}
		t.touched = touched
		for _, hash := range hashes {
			mark, at := markOf(hash), hash>>t.shift
			for slots[at] != 0 {
				if s := slots[at]; s^mark <= indexMask {
					if other := int(s&indexMask) - 1; same(other, t.added) {
						return other
					}
				}
				at = (at + 1) & last
			}
			t.added++
			slots[at] = mark | uint64(t.added)
		}
	}
	return -1
}
