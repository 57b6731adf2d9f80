package selector

import "math/bits"

// A Table finds a name among some names, which are different. It is a hash table with linear probing, of which at most half is used.
// The factor of the hash is chosen such that few names share a slot, usually none. A search compares at most mostProbes keys. Names for
// which this is not enough, because many hashes or keys are equal, are in a map.
type Table struct {
	factor uint64
	shift  uint8
	slots  []slot // their number is a power of two, and mostProbes more
	names  []string
	rest   map[string]int // the names that are in no slot
}

type slot struct {
	Key
	index int32 // of the name, or -1 if the slot is free
}

const mostProbes = 8

// New returns a table of names, in time linear in their length.
func New(names []string) Table {
	const mostSteps = 10_000 // for choosing the factor
	size := 2
	for size < 2*len(names) {
		size *= 2
	}
	var best Table
	fewest := len(names) + 1
	factor := uint64(0x9E3779B97F4A7C15)
	for try := 0; fewest > 0 && (try == 0 || try < 100 && try*len(names) < mostSteps); try++ {
		t := Table{factor: factor, shift: uint8(64 - bits.Len(uint(size-1))), slots: make([]slot, size+mostProbes), names: names}
		if n := t.fill(names); n < fewest {
			best, fewest = t, n
		}
		factor = factor*6364136223846793005 + 1442695040888963407 | 1
	}
	return best
}

// fill adds names to an empty table, and returns how many of them are not in the slot of their hash.
func (t *Table) fill(names []string) (displaced int) {
	for i := range t.slots {
		t.slots[i].index = -1
	}
	for i, name := range names {
		k := KeyOf(name)
		slots := t.slotsOf(k)
		if slots[0].index >= 0 {
			displaced++
		}
		for len(slots) > 0 && slots[0].index >= 0 {
			slots = slots[1:]
		}
		if len(slots) > 0 {
			slots[0] = slot{k, int32(i)}
			continue
		}
		if t.rest == nil {
			t.rest = map[string]int{}
		}
		t.rest[name] = i
	}
	return displaced
}

// slotsOf returns the slots in which a name with a key may be.
func (t *Table) slotsOf(k Key) []slot {
	at := k.mixed() * t.factor >> t.shift
	return t.slots[at : at+mostProbes]
}

// FindAt returns the index of the name text[begin:end], or -1 if t does not have it.
func (t *Table) FindAt(text []byte, begin, end uint32) int {
	k := KeyAt(text, begin, end)
	if s := &t.slots[k.mixed()*t.factor>>t.shift]; s.Key == k && k.N <= Determined || s.index < 0 {
		return int(s.index)
	}
	return t.Find(k, text[begin:end])
}

// Find returns the index of a name, or -1 if t does not have it. k is the key of the name.
func (t *Table) Find(k Key, name []byte) int {
	slots := t.slotsOf(k)
	for i := range slots {
		s := &slots[i]
		if s.Key == k && s.index >= 0 && (k.N <= Determined || t.names[s.index] == string(name)) {
			return int(s.index)
		}
		if s.index < 0 {
			return -1
		}
	}
	if i, ok := t.rest[string(name)]; ok {
		return i
	}
	return -1
}
