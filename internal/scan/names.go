package scan

import (
	"bytes"
	"hash/maphash"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/place"
)

// NameSets holds the names seen so far in each open object. The names of a small object are
// compared by their keys, one by one. From tableFrom names on, an object has a table, whose
// hash is seeded at random, so that no input makes the time more than linear.
type NameSets struct {
	names.Names
	tables []openTable  // of the open objects that have one, the innermost one's last
	unused []*nameTable // of objects that have been closed
	buf    []byte       // for a name with escapes
	other  []byte       // for one that it is compared with

	// Of a stream, which goes by, the first names are parts of text. Where they were is kept, too.
	text   []byte
	places []place.Place
	Placed int // how many of the places have more than their offset
}

// An openTable is that of the open object at a depth.
type openTable struct {
	*nameTable
	depth int
}

const tableFrom = names.Apart

// Reset forgets all names, but not the memory for them, unless they were very many.
func (n *NameSets) Reset() {
	for n.depth() > 0 {
		n.Close()
	}
	n.Spans, n.Keys = n.Spans[:0], n.Keys[:0] // a text that is wrong may have names outside of objects
	if cap(n.Spans) > mostNamesKept {
		*n = NameSets{unused: n.unused}
	}
}

const mostNamesKept = 1 << 16

// depth returns how many objects are open.
func (n *NameSets) depth() int { return max(len(n.Firsts)-1, 0) }

// first returns which of the names is the first one of the innermost object.
func (n *NameSets) first() int { return n.Firsts[len(n.Firsts)-1] }

// Open begins an object.
func (n *NameSets) Open() {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	n.Firsts = append(n.Firsts, len(n.Keys))
}

// Close ends the innermost object, and forgets its names.
func (n *NameSets) Close() {
	first := n.first()
	if n.Kept > first {
		n.text = n.text[:n.Spans[first].Begin]
		n.places, n.Kept, n.Placed = n.places[:first], first, min(n.Placed, first)
	}
	if t := n.table(); t != nil {
		if len(t.slots) <= mostSlotsKept {
			n.unused = append(n.unused, t)
		}
		last := len(n.tables) - 1
		n.tables[last] = openTable{} // a large one need not wait for the place to be used again
		n.tables = n.tables[:last]
	}
	n.Spans, n.Keys, n.Firsts = n.Spans[:first], n.Keys[:first], n.Firsts[:len(n.Firsts)-1]
}

// table returns the one of the innermost object, or nil.
func (n *NameSets) table() *nameTable {
	if last := len(n.tables) - 1; last >= 0 && n.tables[last].depth == n.depth() {
		return n.tables[last].nameTable
	}
	return nil
}

// add adds the name src[begin:end], which may have escapes, to the innermost object. When the
// object has it already, first is which of the names it is.
func (n *NameSets) add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	text := src[begin+1 : end-1]
	if escapes {
		text = n.unescaped(text)
	}
	first, which := n.first(), len(n.Keys)
	table, key := n.table(), uint64(0)
	if table != nil { // nobody asks for the key
		if same, isNew := n.addTo(table, src, slot{hashOf(text), which}, text); !isNew {
			return same, false
		}
	} else {
		key = names.Key(text)
		for i, other := range n.Keys[first:] {
			if other == key && n.equals(src, first+i, text) {
				return first + i, false
			}
		}
	}
	n.Spans, n.Keys = append(n.Spans, names.Span{Begin: begin, End: end}), append(n.Keys, key)
	if table == nil && len(n.Keys)-first == tableFrom {
		n.addTable(src, first)
	}
	return which, true
}

// addTable makes a table for the names of the innermost object, from the first one on.
func (n *NameSets) addTable(src []byte, first int) {
	table := n.newTable()
	n.tables = append(n.tables, openTable{table, n.depth()})
	for i := first; i < len(n.Keys); i++ {
		text := n.unescaped(n.body(src, i))
		n.addTo(table, src, slot{hashOf(text), i}, text)
	}
}

// Keep copies the names that are still parts of src, a part of a stream at that offset, so that
// it may go by.
func (n *NameSets) Keep(src []byte, offset int64) {
	for ; n.Kept < len(n.Spans); n.Kept++ {
		s := &n.Spans[n.Kept]
		n.places = append(n.places, place.Place{Offset: offset + int64(s.Begin)})
		begin := len(n.text)
		n.text = append(n.text, src[s.Begin:s.End]...)
		*s = names.Span{Begin: begin, End: len(n.text)}
	}
}

// Raw returns one of the names, with its quotes.
func (n *NameSets) Raw(src []byte, i int) []byte {
	if i < n.Kept {
		src = n.text
	}
	return src[n.Spans[i].Begin:n.Spans[i].End]
}

// body returns one of the names without its quotes, escapes as they are.
func (n *NameSets) body(src []byte, i int) []byte {
	raw := n.Raw(src, i)
	return raw[1 : len(raw)-1]
}

// unescaped returns the text of a name, of which body is what stands between the quotes. It is
// good until the next call.
func (n *NameSets) unescaped(body []byte) []byte {
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	n.buf = AppendName(n.buf[:0], body)
	return n.buf
}

// equals reports whether one of the names has the given text.
func (n *NameSets) equals(src []byte, i int, text []byte) bool {
	body := n.body(src, i)
	if bytes.IndexByte(body, '\\') < 0 {
		return bytes.Equal(body, text)
	}
	n.other = AppendName(n.other[:0], body)
	return bytes.Equal(n.other, text)
}

// AppendName appends the text by which names are compared. Lone surrogates are kept, as three bytes
// each, since names that differ in them are different.
func AppendName(dst, body []byte) []byte {
	return escape.AppendUnescapedAs(dst, body, escape.KeepSurrogates)
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
	fewestSlots   = 2 * tableFrom
	mostSlotsKept = 1 << 12
)

var nameSeed = maphash.MakeSeed()

func hashOf(text []byte) uint64 { return maphash.Bytes(nameSeed, text) | 1<<63 }

func (n *NameSets) newTable() *nameTable {
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
func (n *NameSets) addTo(t *nameTable, src []byte, added slot, text []byte) (first int, isNew bool) {
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
