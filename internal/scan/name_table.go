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
//
// In a slot, a name has a number, which is its index in the object plus one. If the object has more
// names than there are numbers, the numbers start again from one, and a slot stands for several
// names.
type nameTable struct {
	slots []uint32 // each slot is 0, or combines a mark with the number of a name; the length is a power of two
	bits  int      // number of bits of a slot for the number; the mark takes the other bits
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

// mostNumberBits is the maximum number of bits of a slot for the number of a name. Tests may change
// it.
var mostNumberBits = 32

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
	t.bits = min(bits.Len(uint(size))-1, mostNumberBits)
	slots, last, bits := t.slots, uint64(size-1), t.bits
	numbers := t.numbers()
	for i, key := range keys[:t.added] {
		hash := hashOf(key)
		at := hash & last
		for slots[at] != 0 {
			at = (at + 1) & last
		}
		slots[at] = uint32(hash>>32)<<bits | uint32(i%numbers+1)
	}
}

// numbers returns how many numbers there are. In a table of less than 16 GiB, every name has a
// number of its own.
func (t *nameTable) numbers() int { return int(uint64(1)<<t.bits - 1) }

// fill adds all names that are not in the table yet, given the keys of all names of the object. It
// stops at the first name that the object already has, and returns the index of the earlier
// occurrence; t.added is then the index of the duplicate name. Otherwise, it returns -1. The
// function same compares the texts of two names, given their indexes.
func (t *nameTable) fill(keys []uint64, same func(i, j int) bool) (other int) {
	t.reserve(keys)
	slots, last, bits, added := t.slots, uint64(len(t.slots)-1), t.bits, t.added
	numbers := t.numbers()
	for added < len(keys) {
		// Load the slots of several names before any of them is needed, so that cache misses overlap.
		before := added / numbers * numbers // the number of the name with index i is i-before+1
		hashes := t.hashes[:min(len(t.hashes), len(keys)-added, before+numbers-added)]
		touched := uint32(0)
		for i, key := range keys[added : added+len(hashes)] {
			hash := hashOf(key)
			hashes[i] = hash
			touched ^= slots[hash&last]
		}
		t.touched = touched
		number := uint32(added - before) // of the last name
		for _, hash := range hashes {
			at, mark := hash&last, uint32(hash>>32)<<bits
			for slots[at] != 0 {
				if found := slots[at] ^ mark; found>>bits == 0 {
					t.added = before + int(number)
					if other := t.find(found, keys[:t.added+1], same); other >= 0 {
						return other
					}
				}
				at = (at + 1) & last
			}
			number++
			slots[at] = mark | number
		}
		added += len(hashes)
	}
	t.added = added
	return -1
}

// find returns the index of the name that has the given number and equals the last one of the names
// with the given keys, or -1 if there is none.
func (t *nameTable) find(number uint32, keys []uint64, same func(i, j int) bool) int {
	last := len(keys) - 1
	for other := int(number - 1); other < last; other += t.numbers() {
		if keys[other] == keys[last] && same(other, last) {
			return other
		}
	}
	return -1
}
