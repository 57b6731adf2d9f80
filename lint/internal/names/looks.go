package names

import "hash/maphash"

// looks are what the names of an object look like: a hash table of the places in known of the first name
// of each look. Skeletons are not kept.
type looks struct {
	slots []look // a power of two of them, at most three quarters in use
	used  int
}

type look struct {
	hash  uint64
	first int // plus one; 0 if the slot is free
}

var hashSeed = maphash.MakeSeed()

// find returns the first name that has the skeleton. same reports whether a name has it, and is asked about names
// whose skeletons have the same hash. If there is none, the name at known[at] becomes the first.
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

// isSmall reports whether l has memory that is cheaper to clear than to allocate.
func (l *looks) isSmall() bool { return 0 < len(l.slots) && len(l.slots) <= 128 }

// cleared returns l without its names, for another object.
func (l *looks) cleared() looks {
	clear(l.slots)
	return looks{slots: l.slots}
}
