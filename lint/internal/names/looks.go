package names

import "hash/maphash"

// looks is a hash table of what the names of an object look like. For each skeleton, it contains
// the index in known of the first name with that skeleton. The skeletons themselves are not stored.
type looks struct {
	slots []look // the length is a power of two; at most three quarters are in use
	used  int
}

type look struct {
	hash  uint64
	first int // index plus one; 0 if the slot is free
}

var hashSeed = maphash.MakeSeed()

// find returns the first name with the given skeleton. The function same reports whether a name has
// that skeleton; it is called for names whose skeletons have the same hash. If there is none, the
// name at known[at] becomes the first.
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
