package scan

import (
	"bytes"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/place"
)

// NameSets holds the names seen so far in each open object. In an object with few names, the key of
// a new name is compared with the keys of all others. An object with tableFrom names or more has a
// hash table. Keys and tables depend on random numbers, so that no input can cause more than linear
// time.
type NameSets struct {
	names.Names
	cache  *nameCache   // nil until a name has escapes; may also hold names of earlier documents
	tables []*nameTable // tables of those open objects that have a table; the innermost object comes last
	unused []*nameTable // tables of closed objects, for reuse
	buf    []byte       // a name, with its escapes decoded
	other  []byte       // the name that buf is compared with, with its escapes decoded

	// The text of a stream does not stay in memory. Therefore, the first Kept spans refer to the
	// field text, not to the source, and the field places holds the places of these names in the
	// stream.
	text   []byte
	places []place.Place
	Placed int // how many elements of places are complete; the others have only an offset

	Placeless bool // places are not needed, and the field places stays empty
}

// Reset forgets all names. It keeps the memory unless that is very large.
func (n *NameSets) Reset() {
	for n.depth() > 0 {
		n.Close()
	}
	n.Spans, n.Keys = n.Spans[:0], n.Keys[:0] // an invalid text may have names outside of objects
	if cap(n.Spans) > mostNamesKept || cap(n.text) > mostTextKept {
		*n = NameSets{unused: n.unused, cache: n.cache}
	}
}

const (
	mostNamesKept = 1 << 20
	mostTextKept  = 1 << 25
)

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
		n.places, n.Kept, n.Placed = n.places[:min(first, len(n.places))], first, min(n.Placed, first)
	}
	if n.table() != nil {
		n.closeTable()
	}
	n.Spans, n.Keys, n.Firsts = n.Spans[:first], n.Keys[:first], n.Firsts[:len(n.Firsts)-1]
}

// Add adds the name src[begin:end] to the innermost object. If the object already has the name,
// isNew is false and first is the place of the earlier occurrence in src.
func (n *NameSets) Add(src []byte, begin, end int, escapes bool) (first names.Span, isNew bool) {
	at, isNew := n.add(src, begin, end, escapes)
	return n.Spans[at], isNew
}

// add adds the name src[begin:end] to the innermost object. The name must have no escapes if
// escapes is false. If the object already has the name, isNew is false and first is the index of
// the earlier occurrence.
func (n *NameSets) add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	text := src[begin+1 : end-1]
	if escapes {
		text = n.unescaped(text)
	}
	return n.addKey(src, names.Key(text), begin, end)
}

// addKey is add for a name with the given key.
func (n *NameSets) addKey(src []byte, key uint64, begin, end int) (first int, isNew bool) {
	first, which, t := n.first(), len(n.Keys), n.table()
	n.push(key, begin, end)
	if t != nil {
		if other := n.fill(t, src, first, len(n.Keys)); other >= 0 {
			n.forget(which)
			return other, false
		}
		return which, true
	}
	for i := first; ; i++ {
		if i += indexOf(n.Keys[i:which], key); i == which {
			break
		}
		if n.same(src, i, which) {
			n.forget(which)
			return i, false
		}
	}
	if len(n.Keys)-first == tableFrom {
		n.openTable()
		n.fillTables(src)
	}
	return which, true
}

// indexOf returns the index of key in keys, or the length of keys if there is none.
func indexOf(keys []uint64, key uint64) int {
	i := 0
	for ; len(keys)-i >= 4; i += 4 {
		k := keys[i : i+4 : i+4]
		if k[0] == key || k[1] == key || k[2] == key || k[3] == key {
			break
		}
	}
	for i < len(keys) && keys[i] != key {
		i++
	}
	return i
}

// push appends a name without comparing it.
func (n *NameSets) push(key uint64, begin, end int) {
	n.Spans, n.Keys = append(n.Spans, names.Span{Begin: begin, End: end}), append(n.Keys, key)
}

// forget removes the names from index i on. These names must not be in a table.
func (n *NameSets) forget(i int) { n.Spans, n.Keys = n.Spans[:i], n.Keys[:i] }

// table returns the table of the innermost object, or nil if it has none.
func (n *NameSets) table() *nameTable {
	if last := len(n.tables) - 1; last >= 0 && n.tables[last].depth == n.depth() {
		return n.tables[last]
	}
	return nil
}

// openTable makes a table for the innermost object. Its names still have to be added.
func (n *NameSets) openTable() {
	t := &nameTable{}
	if last := len(n.unused) - 1; last >= 0 {
		t, n.unused = n.unused[last], n.unused[:last]
	}
	t.slots, t.depth, t.added = t.slots[:0], n.depth(), 0
	n.tables = append(n.tables, t)
}

// closeTable forgets the table of the innermost object.
func (n *NameSets) closeTable() {
	last := len(n.tables) - 1
	if t := n.tables[last]; cap(t.slots) <= mostSlotsKept {
		n.unused = append(n.unused, t)
	}
	n.tables[last] = nil // releases the memory of a large table
	n.tables = n.tables[:last]
}

// fillTables adds the names of all open objects to their tables, in the order of the text. It stops
// at the first name that its object already has, and returns the index of that name. Otherwise, it
// returns -1.
func (n *NameSets) fillTables(src []byte) (duplicate int) {
	for _, t := range n.tables {
		begin, end := n.Firsts[t.depth], len(n.Keys)
		if t.depth < n.depth() {
			end = n.Firsts[t.depth+1]
		}
		if begin+t.added < end && n.fill(t, src, begin, end) >= 0 {
			return begin + t.added
		}
	}
	return -1
}

// fill adds the names of one object, whose indexes are those from begin to end, to its table. It
// stops at the first name that the object already has, and returns the index of the earlier
// occurrence. Otherwise, it returns -1.
func (n *NameSets) fill(t *nameTable, src []byte, begin, end int) (first int) {
	other := t.fill(n.Keys[begin:end], func(i, j int) bool { return n.same(src, begin+i, begin+j) })
	if other < 0 {
		return -1
	}
	return begin + other
}

// Keep copies the names that are still parts of src, so that src may be dropped. src begins at the
// given offset in the stream.
func (n *NameSets) Keep(src []byte, offset int64) {
	size := 0
	for _, s := range n.Spans[n.Kept:] {
		size += s.End - s.Begin
	}
	n.text = names.Grow(n.text, size)
	if !n.Placeless {
		n.places = names.Grow(n.places, len(n.Spans)-n.Kept)
		for _, s := range n.Spans[n.Kept:] {
			n.places = append(n.places, place.Place{Offset: offset + int64(s.Begin)})
		}
	}
	for ; n.Kept < len(n.Spans); n.Kept++ {
		s := &n.Spans[n.Kept]
		begin := len(n.text)
		n.text = append(n.text, src[s.Begin:s.End]...)
		*s = names.Span{Begin: begin, End: len(n.text)}
	}
}

// Restore adds the names of the open objects of an outline to n, which must be empty. The names of
// each object must be unique.
func (n *NameSets) Restore(o *place.Outline) {
	for i, l := range o.Levels {
		if !l.Object {
			continue
		}
		n.Open()
		for _, name := range o.NamesOf(i) {
			n.add(name.Raw, 0, len(name.Raw), true)
			n.Keep(name.Raw, name.Place.Offset)
			n.places[n.Placed].Position = name.Place.Position
			n.Placed++
		}
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

// same reports whether the names with the indexes i and j are equal when their escapes are decoded.
func (n *NameSets) same(src []byte, i, j int) bool {
	a, b := n.body(src, i), n.body(src, j)
	if bytes.Equal(a, b) {
		return true
	}
	a = n.unescaped(a)
	if bytes.IndexByte(b, '\\') >= 0 {
		n.other = AppendName(n.other[:0], b)
		b = n.other
	}
	return bytes.Equal(a, b)
}
