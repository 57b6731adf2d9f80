package keys

import (
	"math/bits"
	"math/rand/v2"
)

// A Set is a set of keys. It is a hash table with linear probing, of which at most half is used, or three
// quarters if it is large. It holds the hash of each key; two keys with the same hash count as one.
//
// The slot of a hash depends on its highest bits. So a larger table has the hashes in about the same
// order, and is filled with them from its beginning to its end.
type Set struct {
	slots []uint64 // each slot is 0 or a hash; the length is 0 or a power of two
	count int
	spare []uint64 // memory for a larger table; its contents do not matter

	hashes  [64]uint64 // the hashes of keys that are about to be added
	touched uint64     // a result of loads that only bring slots into the cache, stored so that the loads are not optimized away
}

const (
	fewestSlots   = 512
	mostSlotsKept = 1 << 20
)

// Seed makes hashes random, even if keys are alike. Tests may change it.
var Seed = [2]uint64{rand.Uint64(), rand.Uint64() | 1}

// hashOf returns the hash of a key, which is not 0. It combines both halves of a product, as wyhash
// does, so that every bit of the key influences all bits of the hash except the lowest one.
func hashOf(key uint64) uint64 {
	high, low := bits.Mul64(key^Seed[0], Seed[1])
	return high ^ low | 1
}

// Clear removes all keys. It keeps the memory.
func (s *Set) Clear() { s.slots, s.count = s.slots[:0], 0 }

// zeros returns size zeros, in the memory of the given slice if that is large enough.
func zeros(memory []uint64, size int) []uint64 {
	if size > cap(memory) {
		return make([]uint64, size)
	}
	memory = memory[:size]
	clear(memory)
	return memory
}

// Add adds keys, in their order, until it finds one that the set already has. It returns how many
// keys it has added.
func (s *Set) Add(keys []uint64) (added int) {
	s.reserve(len(keys))
	for added < len(keys) {
		some := keys[added:min(added+len(s.hashes), len(keys))]
		for i, key := range some {
			s.hashes[i] = hashOf(key)
		}
		s.load(s.hashes[:len(some)])
		n := s.addHashes(s.hashes[:len(some)])
		if added += n; n < len(some) {
			break
		}
	}
	return added
}

// IsLarge reports whether s uses so much memory that it should not be kept.
func (s *Set) IsLarge() bool { return max(cap(s.slots), cap(s.spare)) > mostSlotsKept }

// reserve makes room for more keys.
func (s *Set) reserve(more int) {
	const hurried = 1 << 18 // smaller tables grow faster
	size := max(len(s.slots), fewestSlots)
	for !isEnough(size, s.count+more) {
		size *= 2
	}
	switch {
	case len(s.slots) == 0:
		s.slots = zeros(s.slots, size)
	case size > len(s.slots):
		if size < hurried {
			size *= 2
		}
		old := s.slots
		s.slots, s.spare, s.count = zeros(s.spare, size), nil, 0
		s.copyFrom(old)
		if size <= mostSlotsKept {
			s.spare = old
		}
	}
}

// isEnough reports whether a table of the given size has room for the given number of hashes. Large
// tables may become fuller, to save memory.
func isEnough(size, count int) bool {
	const large = 1 << 20
	return 2*count <= size || size >= large && 4*count <= 3*size
}

// copyFrom adds the hashes in the slots of another table.
func (s *Set) copyFrom(slots []uint64) {
	n := 0
	for _, hash := range slots {
		s.hashes[n] = hash
		n += int((hash | -hash) >> 63) // 1, or 0 if the slot is free
		if n == len(s.hashes) {
			s.addHashes(s.hashes[:n])
			n = 0
		}
	}
	s.addHashes(s.hashes[:n])
}

// load loads the slots of several hashes before any of them is needed, so that cache misses overlap.
func (s *Set) load(hashes []uint64) {
	const inCache = 1 << 15
	if len(s.slots) <= inCache {
		return
	}
	shift, touched := bits.LeadingZeros64(uint64(len(s.slots)-1))&63, uint64(0)
	for _, hash := range hashes {
		touched ^= s.slots[hash>>shift]
	}
	s.touched = touched
}

// addHashes is like Add for hashes. There must be room for them.
func (s *Set) addHashes(hashes []uint64) (added int) {
	slots, last := s.slots, uint64(len(s.slots)-1)
	shift := bits.LeadingZeros64(last) & 63
	for i, hash := range hashes {
		at := hash >> shift
		for slots[at&last] != 0 {
			if slots[at&last] == hash {
				s.count += i
				return i
			}
			at++
		}
		slots[at&last] = hash
	}
	s.count += len(hashes)
	return len(hashes)
}
