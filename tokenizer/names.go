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

	// Of a stream, which goes by, the first names are parts of text. Where they were is kept, too.
	text   []byte
	places []place
	placed int // how many of the places have more than their offset
}

// A name is a part of the input, or of what is kept of a stream, with its quotes.
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
	if len(n.places) > o.first {
		n.text = n.text[:n.names[o.first].begin]
		n.places, n.placed = n.places[:o.first], min(n.placed, o.first)
	}
	n.names = n.names[:o.first]
	if o.table != nil && len(o.table.slots) <= mostSlotsKept {
		n.unused = append(n.unused, o.table)
	}
	o.table = nil // a large one need not wait for the slot to be used again
	n.objects = n.objects[:last]
}

// add adds the name src[begin:end], which may have escapes, to the innermost object. When the
// object has it already, first is which of the names it is.
func (n *nameSets) add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	o := &n.objects[len(n.objects)-1]
	text := src[begin+1 : end-1]
	if escapes {
		text = n.unescaped(text)
	}
	key, which := keyOf(text), len(n.names)
	if o.table != nil {
		if first, isNew = n.addTo(o.table, src, slot{hashOf(text), which}, text); !isNew {
			return first, false
		}
	} else if o.filter.seen(key) {
		for i, other := range n.names[o.first:] {
			if other.key == key && n.equals(src, o.first+i, text) {
				return o.first + i, false
			}
		}
	}
	n.names = append(n.names, name{span{begin, end}, key})
	if o.table == nil && len(n.names)-o.first == tableFrom {
		o.table = n.newTable()
		for i := o.first; i < len(n.names); i++ {
			text := n.unescaped(n.body(src, i))
			n.addTo(o.table, src, slot{hashOf(text), i}, text)
		}
	}
	return which, true
}

// keep copies the names that are still parts of src, a part of a stream at that offset, so that
// it may go by.
func (n *nameSets) keep(src []byte, offset int64) {
	for i := len(n.places); i < len(n.names); i++ {
		s := &n.names[i].span
		n.places = append(n.places, place{offset: offset + int64(s.begin)})
		begin := len(n.text)
		n.text = append(n.text, src[s.begin:s.end]...)
		*s = span{begin, len(n.text)}
	}
}

// raw returns one of the names, with its quotes.
func (n *nameSets) raw(src []byte, i int) []byte {
	if i < len(n.places) {
		src = n.text
	}
	return src[n.names[i].begin:n.names[i].end]
}

// body returns one of the names without its quotes, escapes as they are.
func (n *nameSets) body(src []byte, i int) []byte {
	raw := n.raw(src, i)
	return raw[1 : len(raw)-1]
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

// unescaped returns the text of a name, of which body is what stands between the quotes. It is
// good until the next call.
func (n *nameSets) unescaped(body []byte) []byte {
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	n.buf = escape.AppendUnescaped(n.buf[:0], body)
	return n.buf
}

// equals reports whether one of the names has the given text.
func (n *nameSets) equals(src []byte, i int, text []byte) bool {
	body := n.body(src, i)
	if bytes.IndexByte(body, '\\') < 0 {
		return bytes.Equal(body, text)
	}
	n.other = escape.AppendUnescaped(n.other[:0], body)
	return bytes.Equal(n.other, text)
}

// A nameTable is a hash table with linear probing, at most half full.
type nameTable struct {
	slots []slot // at or after the place of their hashes
	count int
	moved []slot // while it grows
}

// A slot is empty if its hash is 0, which those of names are not.
type slot struct {
	hash uint64
	name int // which of the names
}

const (
	fewestSlots   = 4 * tableFrom
	mostSlotsKept = 1 << 12
)

var nameSeed = maphash.MakeSeed()

func hashOf(text []byte) uint64 { return maphash.Bytes(nameSeed, text) | 1<<63 }

func (n *nameSets) newTable() *nameTable {
	last := len(n.unused) - 1
	if last < 0 {
		return &nameTable{slots: make([]slot, fewestSlots)}
	}
	t := n.unused[last]
	n.unused = n.unused[:last]
	clear(t.slots)
	t.slots, t.count = t.slots[:fewestSlots], 0 // so that clearing does not cost each object what it cost the largest
	return t
}

// addTo adds a name with that text to a table. When it is there already, first is which it is.
func (n *nameSets) addTo(t *nameTable, src []byte, added slot, text []byte) (first int, isNew bool) {
	i := t.place(added.hash)
	for ; t.slots[i].hash != 0; i = t.place(uint64(i) + 1) {
		if s := t.slots[i]; s.hash == added.hash && n.equals(src, s.name, text) {
			return s.name, false
		}
	}
	t.slots[i] = added
	if t.count++; 2*t.count > len(t.slots) {
		t.grow()
	}
	return added.name, true
}

// place returns where to look for a hash.
func (t *nameTable) place(hash uint64) int { return int(hash & uint64(len(t.slots)-1)) }

func (t *nameTable) grow() {
	t.moved = t.moved[:0]
	for _, s := range t.slots {
		if s.hash != 0 {
			t.moved = append(t.moved, s)
		}
	}
	clear(t.slots)
	if n := 4 * len(t.slots); n <= cap(t.slots) {
		t.slots = t.slots[:n]
	} else {
		t.slots = make([]slot, n)
	}
	for _, s := range t.moved {
		i := t.place(s.hash)
		for t.slots[i].hash != 0 {
			i = t.place(uint64(i) + 1)
		}
		t.slots[i] = s
	}
}
