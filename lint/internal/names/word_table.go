package names

// A wordTable is a hash table of words with linear probing. It is at most half full.
type wordTable struct {
	slots []slot // the length is a power of two
	used  int
}

type slot struct {
	hash uint32
	word uint32 // the index of the word, plus one; 0 if the slot is free
}

const fewestSlots = 64

// first returns the first word with the given hash, or -1 if there is none. It also returns, as at,
// the slot where the search has ended; pass at to the method next to continue.
func (t *wordTable) first(hash uint32) (at uint32, word int) {
	if len(t.slots) == 0 {
		return 0, -1
	}
	return t.next(hash-1, hash)
}

// next is like first, but begins its search after the slot given by the parameter at.
func (t *wordTable) next(at, hash uint32) (uint32, int) {
	for {
		at++
		s := &t.slots[int(at)&(len(t.slots)-1)]
		if s.hash == hash || s.word == 0 {
			return at, int(s.word) - 1
		}
	}
}

// put adds a word.
func (t *wordTable) put(hash uint32, word int) {
	if 2*(t.used+1) > len(t.slots) {
		t.grow()
	}
	t.used++
	t.insert(slot{hash, uint32(word) + 1})
}

func (t *wordTable) insert(s slot) {
	at := s.hash
	for t.slots[int(at)&(len(t.slots)-1)].word != 0 {
		at++
	}
	t.slots[int(at)&(len(t.slots)-1)] = s
}

func (t *wordTable) grow() {
	old := t.slots
	t.slots = make([]slot, max(fewestSlots, 4*len(old)))
	for _, s := range old {
		if s.word != 0 {
			t.insert(s)
		}
	}
}

// reset removes all words. It makes the table small, because a small table is cheaper to clear.
func (t *wordTable) reset() {
	t.slots = t.slots[:min(fewestSlots, len(t.slots))]
	clear(t.slots)
	t.used = 0
}
