package encode

import (
	"bytes"
	"hash/maphash"

	"github.com/assayjson/assay/internal/engine/unique"
)

// A nameSet holds the names of the open objects, to find equal ones. It is a hash table with linear
// probing. Names are removed in the reverse order of insertion, so that removing a name needs no more
// than to clear its slot.
type nameSet struct {
	seed    maphash.Seed
	text    []byte   // the names one after another, with escapes decoded
	names   []name   // in the order of insertion
	slots   []uint32 // indexes in names plus one; 0 is an empty slot
	objects []object // the open objects, outermost first
}

// A name is a name in an open object.
type name struct {
	hash  uint64
	slot  uint32 // index in nameSet.slots
	begin int    // offset in nameSet.text; the name ends where the next one begins
}

// An object is the state of a nameSet when the object was opened.
type object struct{ names, text int }

func (s *nameSet) reset() {
	clear(s.slots)
	s.text, s.names, s.objects = s.text[:0], s.names[:0], s.objects[:0]
}

func (s *nameSet) open() { s.objects = append(s.objects, object{len(s.names), len(s.text)}) }

// close removes the names of the innermost object.
func (s *nameSet) close() {
	last := len(s.objects) - 1
	o := s.objects[last]
	for _, n := range s.names[o.names:] {
		s.slots[n.slot] = 0
	}
	s.names, s.text, s.objects = s.names[:o.names], s.text[:o.text], s.objects[:last]
}

// add adds a name, given as the contents of a valid string, to the innermost object. It returns
// false if the object already has an equal name.
func (s *nameSet) add(body []byte) bool {
	if len(s.slots) == 0 {
		s.seed, s.slots = maphash.MakeSeed(), make([]uint32, 64)
	}
	begin := len(s.text)
	if bytes.IndexByte(body, '\\') < 0 {
		s.text = append(s.text, body...)
	} else {
		s.text = unique.AppendName(s.text, body)
	}
	text := s.text[begin:]
	first := s.objects[len(s.objects)-1].names
	hash := maphash.Bytes(s.seed, text) + uint64(first)*0x9E3779B97F4A7C15 // equal names in different objects differ
	slot := s.home(hash)
	for ; s.slots[slot] != 0; slot = s.next(slot) {
		i := int(s.slots[slot] - 1)
		if n := &s.names[i]; n.hash == hash && i >= first && bytes.Equal(s.text[n.begin:s.endOf(i, begin)], text) {
			s.text = s.text[:begin]
			return false
		}
	}
	s.names = append(s.names, name{hash, slot, begin})
	s.slots[slot] = uint32(len(s.names))
	if len(s.names) > len(s.slots)/2 {
		s.grow()
	}
	return true
}

// endOf returns where names[i] ends, if the last name ends at the given offset.
func (s *nameSet) endOf(i, end int) int {
	if i+1 < len(s.names) {
		return s.names[i+1].begin
	}
	return end
}

func (s *nameSet) home(hash uint64) uint32 { return uint32(hash>>32) & uint32(len(s.slots)-1) }
func (s *nameSet) next(slot uint32) uint32 { return (slot + 1) & uint32(len(s.slots)-1) }

// grow doubles the number of slots. The names are inserted again in their order.
func (s *nameSet) grow() {
	s.slots = make([]uint32, 2*len(s.slots))
	for i := range s.names {
		slot := s.home(s.names[i].hash)
		for s.slots[slot] != 0 {
			slot = s.next(slot)
		}
		s.names[i].slot, s.slots[slot] = slot, uint32(i+1)
	}
}
