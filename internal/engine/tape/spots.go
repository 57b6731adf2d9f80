package tape

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// spots has the places of some elements of an array. It does not change once it is in a spotTable.
type spots struct {
	array uint32   // index of the first mark of the array
	at    []uint32 // at[k] is the index of the first mark of element k*stride
}

// stride is the distance of the elements that are remembered.
const stride = 16

// A spotTable has the spots of arrays. It may be read while spots are added. The zero spotTable is empty.
type spotTable struct {
	slots  atomic.Pointer[spotSlots] // nil if the table is empty
	adding sync.Mutex
	used   int // number of slots, at most half of them; protected by adding
}

// spotSlots is a hash table with linear probing. Its length is a power of two.
type spotSlots []atomic.Pointer[spots]

// find returns the spots of an array, or nil.
func (t *spotTable) find(array uint32) *spots {
	if slots := t.slots.Load(); slots != nil {
		return slots.slot(array).Load()
	}
	return nil
}

// add adds the spots of an array, or replaces fewer of them.
func (t *spotTable) add(s *spots) {
	t.adding.Lock()
	defer t.adding.Unlock()
	slots := t.slots.Load()
	if slots == nil {
		slots = slots.grown()
		t.slots.Store(slots)
	}
	slot := slots.slot(s.array)
	old := slot.Load()
	if old != nil && len(old.at) >= len(s.at) {
		return // another goroutine has added them
	}
	slot.Store(s)
	if old == nil {
		t.used++
	}
	if 2*t.used > len(*slots) {
		t.slots.Store(slots.grown())
	}
}

// clear removes all spots. The table must not be in use.
func (t *spotTable) clear() {
	if t.slots.Load() != nil {
		t.slots.Store(nil)
		t.used = 0
	}
}

// slot returns the slot for the spots of an array, which may be empty.
func (s *spotSlots) slot(array uint32) *atomic.Pointer[spots] {
	last := uint32(len(*s) - 1)
	for i := array * 0x9E3779B9 >> bits.LeadingZeros32(last); ; i++ {
		slot := &(*s)[i&last]
		if found := slot.Load(); found == nil || found.array == array {
			return slot
		}
	}
}

// grown returns a table with the same spots that is twice as large. s may be nil.
func (s *spotSlots) grown() *spotSlots {
	const few = 8
	if s == nil {
		first := make(spotSlots, few)
		return &first
	}
	larger := make(spotSlots, 2*len(*s))
	for i := range *s {
		if one := (*s)[i].Load(); one != nil {
			larger.slot(one.array).Store(one)
		}
	}
	return &larger
}
