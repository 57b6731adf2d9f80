package scan

import (
	"bytes"
	"hash/maphash"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/place"
)

// NameSets holds the names seen so far in each open object. In an object with few names, the key of
// a new name is compared with the keys of all others. An object with tableFrom names or more has a
// hash table. The seed of the table is random, so that no input can cause more than linear time.
type NameSets struct {
	names.Names
	tables []openTable  // tables of the open objects that have one; the innermost object comes last
	unused []*nameTable // tables of closed objects, for reuse
	buf    []byte       // the new name without its escapes
	other  []byte       // the name to which the new name is compared, without its escapes

	// The text of a stream does not stay in memory. The first Kept names are therefore spans of the
	// field text, not of the source, and the field places holds where they were in the stream.
	text   []byte
	places []place.Place
	Placed int // how many of the places are complete; the others have only an offset
}

// An openTable is the table of the open object at the given depth.
type openTable struct {
	*nameTable
	depth int
}

const tableFrom = names.Apart

// Reset forgets all names. It keeps the memory, unless there were very many names.
func (n *NameSets) Reset() {
	for n.depth() > 0 {
		n.Close()
	}
	n.Spans, n.Keys = n.Spans[:0], n.Keys[:0] // an invalid text may have names outside of objects
	if cap(n.Spans) > mostNamesKept {
		*n = NameSets{unused: n.unused}
	}
}

const mostNamesKept = 1 << 16

// depth returns how many objects are open.
func (n *NameSets) depth() int { return max(len(n.Firsts)-1, 0) }

// first returns the index of the first name of the innermost object.
func (n *NameSets) first() int { return n.Firsts[len(n.Firsts)-1] }

// Open starts an object.
func (n *NameSets) Open() {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	n.Firsts = append(n.Firsts, len(n.Keys))
}

// Close ends the innermost object and forgets its names.
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
		n.tables[last] = openTable{} // releases the memory of a large table
		n.tables = n.tables[:last]
	}
	n.Spans, n.Keys, n.Firsts = n.Spans[:first], n.Keys[:first], n.Firsts[:len(n.Firsts)-1]
}

// table returns the table of the innermost object, or nil if it has none.
func (n *NameSets) table() *nameTable {
	if last := len(n.tables) - 1; last >= 0 && n.tables[last].depth == n.depth() {
		return n.tables[last].nameTable
	}
	return nil
}

// add adds the name src[begin:end] to the innermost object. The name must have no escapes if
// escapes is false. If the object already has the name, isNew is false and first is the index of
// the earlier occurrence.
func (n *NameSets) add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	text := src[begin+1 : end-1]
	if escapes {
		text = n.unescaped(text)
	}
	first, which := n.first(), len(n.Keys)
	table, key := n.table(), uint64(0)
	if table != nil { // the table replaces the keys
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

// addTable makes a table for the names of the innermost object; first is the index of its first
// name.
func (n *NameSets) addTable(src []byte, first int) {
	table := n.newTable()
	n.tables = append(n.tables, openTable{table, n.depth()})
	for i := first; i < len(n.Keys); i++ {
		text := n.unescaped(n.body(src, i))
		n.addTo(table, src, slot{hashOf(text), i}, text)
	}
}

// Keep copies the names that are still parts of src, so that src may be dropped. src begins at the
// given offset in the stream.
func (n *NameSets) Keep(src []byte, offset int64) {
	for ; n.Kept < len(n.Spans); n.Kept++ {
		s := &n.Spans[n.Kept]
		n.places = append(n.places, place.Place{Offset: offset + int64(s.Begin)})
		begin := len(n.text)
		n.text = append(n.text, src[s.Begin:s.End]...)
		*s = names.Span{Begin: begin, End: len(n.text)}
	}
}

// Raw returns the name with index i as it is written, including its quotation marks. The result is
// valid until the next change of n or src.
func (n *NameSets) Raw(src []byte, i int) []byte {
	if i < n.Kept {
		src = n.text
	}
	return src[n.Spans[i].Begin:n.Spans[i].End]
}

// body returns the name with index i as it is written, without its quotation marks.
func (n *NameSets) body(src []byte, i int) []byte {
	raw := n.Raw(src, i)
	return raw[1 : len(raw)-1]
}

// unescaped returns body, the text between the quotation marks of a name, with its escapes decoded.
// The result is valid until the next call.
func (n *NameSets) unescaped(body []byte) []byte {
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	n.buf = AppendName(n.buf[:0], body)
	return n.buf
}

// equals reports whether the name with index i, with its escapes decoded, equals text.
func (n *NameSets) equals(src []byte, i int, text []byte) bool {
	body := n.body(src, i)
	if bytes.IndexByte(body, '\\') < 0 {
		return bytes.Equal(body, text)
	}
	n.other = AppendName(n.other[:0], body)
	return bytes.Equal(n.other, text)
}

// AppendName appends the decoded form of a name to dst and returns the extended buffer. Names are
// compared in this form. body is the text between the quotation marks. Each lone surrogate is
// encoded as three bytes, because names that differ only in lone surrogates are different.
func AppendName(dst, body []byte) []byte {
	return escape.AppendUnescapedAs(dst, body, escape.KeepSurrogates)
}

// A nameTable is a hash table with linear probing that is at most half full.
type nameTable struct {
	slots []slot // the length is a power of two; no slot between a name and the place of its hash is empty
	count int
	moved []slot // scratch memory for grow
}

// A slot holds one name. It is empty if its hash is 0, which the hash of a name never is.
type slot struct {
	hash uint64
	name int // index of the name
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
	t.slots, t.count = t.slots[:fewestSlots], 0 // clearing all slots of a large object's table would be too slow for a small object
	return t
}

// addTo adds a name to the table t; text is its decoded form. If the table already has the name,
// isNew is false and first is the index of the earlier occurrence.
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

// place returns the slot at which the search for a hash begins.
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
