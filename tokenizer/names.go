package tokenizer

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/assayjson/assay/escape"
)

// nameSets holds the names seen so far in each open object. A filter tells of most new names
// of a small object that they are new; the others are compared one by one, by their keys.
// From tableFrom names on, an object has a table, whose hash is seeded at random, so that no
// input makes the time more than linear.
type nameSets struct {
	names   []name       // of all open objects, the innermost one's last
	objects []objectSet  // the open objects
	unused  []*nameTable // tables of objects that have been closed
	buf     []byte       // for a name with escapes
	other   []byte       // for one that it is compared with
}

// A name is the part [begin, end) of the input, with its quotes.
type name struct {
	span
	key uint64 // equal for equal names
}

// A span is the part [begin, end) of the input.
type span struct{ begin, end int }

type objectSet struct {
	first  int        // index in names of the first name
	table  *nameTable // nil while there are few
	filter filter
}

// A filter has a bit for each name that it has seen, which is that of others, too: the
// idea is Bloom's (Space/Time Trade-offs in Hash Coding with Allowable Errors, 1970).
type filter [4]uint64

// seen reports whether a name with the key may have been seen, and takes note of it.
func (f *filter) seen(key uint64) bool {
	const golden = 0x9E3779B97F4A7C15 // multiplied with it, all bits of the key count (Knuth 6.4)
	hash := key * golden
	word, bit := &f[hash>>62], uint64(1)<<(hash>>56&63)
	seen := *word&bit != 0
	*word |= bit
	return seen
}

const tableFrom = 64

// reset forgets all names, but not the memory for them.
func (n *nameSets) reset() {
	for len(n.objects) > 0 {
		n.close()
	}
}

func (n *nameSets) open() {
	n.objects = append(n.objects, objectSet{first: len(n.names)})
}

func (n *nameSets) close() {
	last := len(n.objects) - 1
	o := &n.objects[last]
	n.names = n.names[:o.first]
	if o.table != nil && len(o.table.slots) <= mostSlotsKept {
		n.unused = append(n.unused, o.table)
	}
	o.table = nil // a large one need not wait for the slot to be used again
	n.objects = n.objects[:last]
}

// add adds the name src[begin:end], which may have escapes, to the innermost object. When the
// object has it already, first is where.
func (n *nameSets) add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	o := &n.objects[len(n.objects)-1]
	text := src[begin+1 : end-1]
	if escapes {
		text = n.unescaped(src, span{begin, end})
	}
	if o.table != nil {
		return n.addTo(o.table, src, name{span{begin, end}, hashOf(text)}, text)
	}
	key := keyOf(text)
	if o.filter.seen(key) {
		for _, other := range n.names[o.first:] {
			if other.key == key && n.equals(src, other.span, text) {
				return other.begin, false
			}
		}
	}
	n.names = append(n.names, name{span{begin, end}, key})
	if len(n.names)-o.first == tableFrom {
		o.table = n.newTable()
		for _, other := range n.names[o.first:] {
			text := n.unescaped(src, other.span)
			n.addTo(o.table, src, name{other.span, hashOf(text)}, text)
		}
		n.names = n.names[:o.first]
	}
	return begin, true
}

// keyOf returns what most names differ in.
func keyOf(text []byte) uint64 {
	n := len(text)
	switch {
	case n >= 8:
		first, last := binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[n-8:])
		return (first ^ bits.RotateLeft64(last, 32)) + uint64(n)
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(text)) | uint64(binary.LittleEndian.Uint32(text[n-4:]))<<32
	case n > 0:
		return uint64(text[0]) | uint64(text[n/2])<<8 | uint64(text[n-1])<<16 | uint64(n)<<24
	}
	return 0
}

// unescaped returns the text of a name. It is good until the next call.
func (n *nameSets) unescaped(src []byte, s span) []byte {
	body := src[s.begin+1 : s.end-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	n.buf = escape.AppendUnescaped(n.buf[:0], body)
	return n.buf
}

// equals reports whether the name at s has the given text.
func (n *nameSets) equals(src []byte, s span, text []byte) bool {
	body := src[s.begin+1 : s.end-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return bytes.Equal(body, text)
	}
	n.other = escape.AppendUnescaped(n.other[:0], body)
	return bytes.Equal(n.other, text)
}

// A nameTable is a hash table with linear probing, at most half full.
type nameTable struct {
	slots []name // at or after the place of their hashes; those whose end is 0 are empty
	count int
	moved []name // while it grows
}

const (
	fewestSlots   = 4 * tableFrom
	mostSlotsKept = 1 << 12
)

var nameSeed = maphash.MakeSeed()

func hashOf(text []byte) uint64 { return maphash.Bytes(nameSeed, text) }

func (n *nameSets) newTable() *nameTable {
	last := len(n.unused) - 1
	if last < 0 {
		return &nameTable{slots: make([]name, fewestSlots)}
	}
	t := n.unused[last]
	n.unused = n.unused[:last]
	clear(t.slots)
	t.slots, t.count = t.slots[:fewestSlots], 0 // so that clearing does not cost each object what it cost the largest
	return t
}

// addTo is add for an object with a table. The key of the new name is its hash.
func (n *nameSets) addTo(t *nameTable, src []byte, added name, text []byte) (first int, isNew bool) {
	i := t.place(added.key)
	for ; t.slots[i].end > 0; i = t.place(uint64(i) + 1) {
		if t.slots[i].key == added.key && n.equals(src, t.slots[i].span, text) {
			return t.slots[i].begin, false
		}
	}
	t.slots[i] = added
	if t.count++; 2*t.count > len(t.slots) {
		t.grow()
	}
	return added.begin, true
}

// place returns where to look for a hash.
func (t *nameTable) place(hash uint64) int { return int(hash & uint64(len(t.slots)-1)) }

func (t *nameTable) grow() {
	t.moved = t.moved[:0]
	for _, s := range t.slots {
		if s.end > 0 {
			t.moved = append(t.moved, s)
		}
	}
	clear(t.slots)
	if n := 4 * len(t.slots); n <= cap(t.slots) {
		t.slots = t.slots[:n]
	} else {
		t.slots = make([]name, n)
	}
	for _, s := range t.moved {
		i := t.place(s.key)
		for t.slots[i].end > 0 {
			i = t.place(uint64(i) + 1)
		}
		t.slots[i] = s
	}
}
