package keys

import "math/bits"

// A distinction determines whether hashes are all different. It takes less time than adding them to a
// [Set], because it has no branches that depend on the hashes.
//
// It works in rounds. In a round, each hash has a slot, in which it writes its index. Then each hash is
// compared with the hash whose index is now in its slot. If that is the hash itself, it is done, because
// all hashes equal to it are compared with it. Otherwise, it takes part in the next round, in which hashes
// have other slots. In each round, one hash of each slot is done, so there is a last round.
type distinction struct {
	slots        []uint32 // indexes of hashes; what they were before a round does not matter
	rest, unused []uint64 // memory for the hashes of the next round, and of the one after it
}

// areDistinct reports whether hashes are all different. It does not change them. The highest bits of all
// hashes, as many as the parameter skip says, must be the same.
func (d *distinction) areDistinct(hashes []uint64, skip int) bool {
	const golden = 0x9E3779B97F4A7C15 // odd, so that the products of different hashes are different
	for factor := uint64(1) << skip; len(hashes) > 1; factor = factor*golden | 1 {
		d.slots = grown(d.slots, 1<<bits.Len(uint(len(hashes))))
		d.rest = grown(d.rest, len(hashes))
		n, ok := round(d.slots, d.rest, hashes, factor)
		if !ok {
			return false
		}
		hashes = d.rest[:n]
		d.rest, d.unused = d.unused, d.rest
	}
	return true
}

// round copies to rest the hashes that take part in the next round, and returns their number. It returns
// false if it has found two equal hashes. The slot of a hash is determined by the highest bits of
// its product with factor.
func round(slots []uint32, rest, hashes []uint64, factor uint64) (n int, ok bool) {
	shift := bits.LeadingZeros64(uint64(len(slots) - 1))
	for i, hash := range hashes {
		slots[hash*factor>>(shift&63)] = uint32(i)
	}
	equal := 0
	for i, hash := range hashes {
		at := int(slots[hash*factor>>(shift&63)])
		rest[n] = hash
		if at != i {
			n++
		}
		if hashes[at] == hash {
			equal++
		}
	}
	return n, equal+n == len(hashes) // each hash is equal to itself
}

// grown returns a slice of the given length with any contents, in the memory of s if that is large
// enough.
func grown[T any](s []T, size int) []T {
	if size > cap(s) {
		return make([]T, size, size+size/4)
	}
	return s[:size]
}
