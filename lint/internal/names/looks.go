package names

import "hash/maphash"

// looks is a hash table of the skeletons of the names in an object (see appendSkeleton). For each
// skeleton, it contains the index in Lookalikes.known of the first name with that skeleton. The
// skeletons themselves are not stored.
type looks struct {
	slots []look // the number of slots is a power of two; at most three quarters of the slots are in use
	used  int
}

type look struct {
	hash  uint64
	first int // the index of a name in Lookalikes.known, plus one; 0 if the slot is free
}

// find returns the index in Lookalikes.known of the first name with the given skeleton, and true.
// If there is no such name, the name at known[at] becomes the first, and find returns its index and
// false. The function same reports whether the name at an index has the skeleton. It is called for
// names whose skeletons have the same hash.
func (l *looks) find(skeleton []byte, at int, same func(first int) bool) (first int, isOld bool) {
	if 4*(l.used+1) > 3*len(l.slots) {
		l.grow()
	}
	hash := maphash.Bytes(hashSeed, skeleton)
	for i := hash; ; i++ {
		slot := &l.slots[i&uint64(len(l.slots)-1)]
		switch {
		case slot.first == 0:
			*slot = look{hash, at + 1}
			l.used++
			return at, false
		case slot.hash == hash && same(slot.first-1):
			return slot.first - 1, true
		}
	}
}

func (l *looks) grow() {
	const fewest = 16
	old := l.slots
	l.slots = make([]look, max(fewest, 2*len(old)))
	for _, slot := range old {
		if slot.first == 0 {
			continue
		}
		i := slot.hash
		for l.slots[i&uint64(len(l.slots)-1)].first != 0 {
			i++
		}
		l.slots[i&uint64(len(l.slots)-1)] = slot
	}
}

// isSmall reports whether the memory of l is cheaper to clear than to allocate.
func (l *looks) isSmall() bool { return 0 < len(l.slots) && len(l.slots) <= 128 }

// cleared returns l without its names, for another object.
func (l *looks) cleared() looks {
	clear(l.slots)
	return looks{slots: l.slots}
}
