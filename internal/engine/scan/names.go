package scan

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/keys"
	"github.com/assayjson/assay/internal/engine/place"
)

// NameSets holds the names seen so far in each open object. In an object with few names, the key of
// a new name is compared with the keys of all others. A large object has a set of keys. Keys and sets
// depend on random numbers, so that no input can cause more than linear time.
type NameSets struct {
	names.Names
	cache  *nameCache     // nil until a name has escapes; may also hold names of earlier documents
	larges []*largeObject // the open objects that are large; the innermost object comes last
	unused []*largeObject // closed objects, for reuse
	buf    []byte         // a name, with its escapes decoded
	other  []byte         // the name that buf is compared with, with its escapes decoded

	// The text of a stream does not stay in memory. Therefore, the first Kept spans refer to the
	// field text, not to the source, and the field places holds the places of these names in the
	// stream.
	text   []byte
	places []place.Place
	Placed int // how many of the names have a complete place; those of the others have only an offset

	// The first names may come from an outline, which has their places; see Restore. Then the field places
	// begins with the name after them.
	outlined int
	outline  *place.Outline

	Placeless bool // places are not needed, and the field places stays empty

	// Late means that the names of a large object are compared when the object ends, by their keys
	// alone. If there are many names, this is much faster, and only the keys are kept.
	Late  bool
	Doubt bool // two such names have equal keys, so they are probably equal

	hadLarge bool // there has been a large object since the last Reset

	// Textless means that the text of a stream is not kept. Then names with equal keys count as
	// equal, and the names of large objects are known only by their keys.
	Textless bool

	inPart bool // see BeginPart
}

// Reset forgets all names, and compares names exactly again. It keeps the memory unless that is very large.
func (n *NameSets) Reset() {
	n.Late = false // nothing is compared
	for n.depth() > 0 {
		n.Close()
	}
	if n.large() != nil { // the object around a part
		n.dropLarge()
	}
	n.Spans, n.Keys = n.Spans[:0], n.Keys[:0] // an invalid text may have names outside of objects
	if cap(n.Spans) > mostNamesKept || cap(n.text) > mostTextKept {
		*n = NameSets{unused: n.unused, cache: n.cache}
	}
	n.hadLarge, n.Doubt, n.Textless, n.Placeless, n.inPart, n.Fold = false, false, false, false, false, false
	n.outline, n.outlined = nil, 0
}

// IsLate reports whether names have been compared late, or still have to be compared.
func (n *NameSets) IsLate() bool { return n.Late && n.hadLarge }

const (
	mostNamesKept = 1 << 20
	mostTextKept  = 1 << 25
	mostUnused    = 16 // a text may open thousands of large objects at the same time
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
		n.Kept, n.Placed, n.outlined = first, min(n.Placed, first), min(n.outlined, first)
		n.places = n.places[:min(first-n.outlined, len(n.places))]
	}
	if n.large() != nil {
		n.closeLarge()
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
	if escapes || n.Fold {
		text = n.comparable(text)
	}
	return n.addKey(src, names.Key(text), begin, end)
}

// addKey is add for a name with the given key.
func (n *NameSets) addKey(src []byte, key uint64, begin, end int) (first int, isNew bool) {
	first, which, o := n.first(), len(n.Keys), n.large()
	n.push(key, begin, end)
	switch {
	case o == nil:
		if other := n.find(src, first, which); other >= 0 {
			n.forget(which)
			return other, false
		}
		if len(n.Keys)-first == manyNames {
			n.openLarge()
			n.compare(src)
		}
	case n.Late:
		n.collect(o, first, len(n.Keys))
	default:
		if other := n.fill(o, src, first, len(n.Keys)); other >= 0 {
			n.forget(which)
			return other, false
		}
	}
	return min(which, len(n.Keys)-1), true
}

// find returns the index of the first name, from index i on, that is equal to the name with the index
// which, or -1 if there is none before that name.
func (n *NameSets) find(src []byte, i, which int) int {
	key := n.Keys[which]
	for ; ; i++ {
		if i += indexOf(n.Keys[i:which], key); i == which {
			return -1
		}
		if n.same(src, i, which) {
			return i
		}
	}
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

// forget removes the names from index i on. These names must not be in a set.
func (n *NameSets) forget(i int) { n.Spans, n.Keys = n.Spans[:i], n.Keys[:i] }

// large returns the innermost object, or nil if it is not large.
func (n *NameSets) large() *largeObject {
	if last := len(n.larges) - 1; last >= 0 && n.larges[last].depth == n.depth() {
		return n.larges[last]
	}
	return nil
}

// openLarge makes the innermost object a large one. Its names still have to be added to the set.
func (n *NameSets) openLarge() {
	o := &largeObject{}
	if last := len(n.unused) - 1; last >= 0 {
		o, n.unused = n.unused[last], n.unused[:last]
	}
	o.set.Clear()
	o.depth, o.added, o.repeats, o.mapped = n.depth(), 0, 0, 0
	n.larges, n.hadLarge = append(n.larges, o), true
}

// closeLarge forgets the innermost object, which is large. If names are compared late, it compares
// them now.
func (n *NameSets) closeLarge() {
	if n.Late {
		n.Doubt = n.Doubt || !n.large().runs.AreUnique(n.Keys[n.first():])
	}
	n.dropLarge()
}

// dropLarge is closeLarge without a comparison.
func (n *NameSets) dropLarge() {
	last := len(n.larges) - 1
	o := n.larges[last]
	o.runs.Clear()
	o.firsts = nil
	if !o.set.IsLarge() && len(n.unused) < mostUnused {
		n.unused = append(n.unused, o)
	}
	n.larges[last] = nil // releases the memory of a large set
	n.larges = n.larges[:last]
}

// compare compares the names of all open large objects that have not been compared yet, in the order
// of the text. It stops at the first name that its object already has, and returns the index of that
// name. Otherwise, it returns -1. If names are compared late, it only makes sure that there are few of
// them in n.
func (n *NameSets) compare(src []byte) (duplicate int) {
	for _, o := range n.larges {
		begin, end := n.Firsts[o.depth], len(n.Keys)
		if o.depth < n.depth() {
			end = n.Firsts[o.depth+1]
		}
		switch {
		case n.Late:
			n.collect(o, begin, end)
		case begin+o.added < end && n.fill(o, src, begin, end) >= 0:
			return begin + o.added
		}
	}
	return -1
}

// fill adds the names of one object, whose indexes are those from begin to end, to its set. It
// stops at the first name that the object already has, and returns the index of the earlier
// occurrence or, if n is Textless, the index of any name of the object. Otherwise, it returns -1.
func (n *NameSets) fill(o *largeObject, src []byte, begin, end int) (first int) {
	for begin+o.added < end {
		o.added += o.set.Add(n.Keys[begin+o.added : end])
		which := begin + o.added
		if which == end {
			break
		}
		if n.Textless {
			return begin
		}
		if first := n.earlier(o, src, begin, which); first >= 0 {
			return first
		}
		o.added++ // the two names have equal keys, but are different
	}
	if n.Textless {
		n.remove(begin, end)
		o.added = min(o.added, manyNames)
	}
	return -1
}

// collect moves the keys of an object, whose names have the indexes from begin to end, to runs if
// there are enough of them. The keys of a part stay in n, because the object may continue after it.
func (n *NameSets) collect(o *largeObject, begin, end int) {
	if !n.inPart && end-begin-manyNames >= keys.RunLength {
		o.runs.Add(n.Keys[begin+manyNames : end])
		n.remove(begin, end)
	}
}

// remove removes names of an object, whose indexes are those from begin to end. The first names
// stay, because the kernel must know that the object has many names.
//
// The names after them belong to objects that have been opened since the last call for this object,
// so moving them takes linear time in total.
func (n *NameSets) remove(begin, end int) {
	begin = min(begin+manyNames, end)
	n.Spans, n.Keys = slices.Delete(n.Spans, begin, end), slices.Delete(n.Keys, begin, end)
	for i := len(n.Firsts) - 1; n.Firsts[i] >= end; i-- {
		n.Firsts[i] -= end - begin
	}
}

// earlier returns the index of the name of an object that is equal to the name with the index which,
// or -1 if there is none. The first name of the object has the index begin, and all names before the
// index which are different.
func (n *NameSets) earlier(o *largeObject, src []byte, begin, which int) (first int) {
	const few = 4
	from, key := begin, n.Keys[which]
	if o.repeats++; o.repeats > few { // searching for each of many equal names would take quadratic time
		if o.firsts == nil {
			o.firsts = map[uint64]int{}
		}
		for ; begin+o.mapped < which; o.mapped++ {
			if k := n.Keys[begin+o.mapped]; !hasKey(o.firsts, k) {
				o.firsts[k] = o.mapped
			}
		}
		i, ok := o.firsts[key]
		if !ok {
			return -1
		}
		from = begin + i
	}
	return n.find(src, from, which)
}

func hasKey(m map[uint64]int, key uint64) bool { _, ok := m[key]; return ok }

// Keep copies the names that are still parts of src, so that src may be dropped. src begins at the
// given offset in the stream. If n is Textless, Keep does nothing, and the spans become meaningless.
func (n *NameSets) Keep(src []byte, offset int64) {
	if n.Textless {
		return
	}
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
// each object must be unique. The outline must not change as long as places are needed.
func (n *NameSets) Restore(o *place.Outline) {
	const more = 1 << 10 // room for a few names after those of the outline
	n.text = o.AppendText(slices.Grow(n.text, o.TextSize()+32*more))
	n.Spans, n.Keys = slices.Grow(n.Spans, o.Count()+more), slices.Grow(n.Keys, o.Count()+more)
	at := 0
	for i, l := range o.Levels {
		if !l.Object {
			continue
		}
		n.Open()
		for range o.CountOf(i) {
			end := at + place.NameLen(n.text[at:])
			n.push(names.Key(n.comparable(n.text[at+1:end-1])), at, end)
			at = end
		}
		if len(n.Keys)-n.first() >= manyNames {
			n.openLarge() // its set is filled when the object gets another name
		}
	}
	n.Kept, n.Placed, n.outlined, n.outline = len(n.Spans), len(n.Spans), len(n.Spans), o
}

// Raw returns the name with index i as it is written, including its quotation marks. The result is
// valid until the next change of n or src.
func (n *NameSets) Raw(src []byte, i int) []byte {
	if i < n.Kept {
		src = n.text
	}
	return src[n.Spans[i].Begin:n.Spans[i].End]
}

// Place returns the place in the stream of the name with index i. The place must be complete.
func (n *NameSets) Place(i int) place.Place {
	if i < n.outlined {
		return n.outline.Names()[i].Place
	}
	return *n.placeOf(i)
}

// placeOf returns the place of the name with index i, which must not come from an outline.
func (n *NameSets) placeOf(i int) *place.Place { return &n.places[i-n.outlined] }

// body returns the name with index i as it is written, without its quotation marks.
func (n *NameSets) body(src []byte, i int) []byte {
	raw := n.Raw(src, i)
	return raw[1 : len(raw)-1]
}

// comparable returns the form in which a name is compared, given the text between its quotation marks. The result is valid
// until the next call.
func (n *NameSets) comparable(body []byte) []byte {
	if !n.Fold && bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	n.buf = n.AppendComparable(n.buf[:0], body)
	return n.buf
}

// AppendComparable appends the form in which n compares a name, given the text between its quotation marks.
func (n *NameSets) AppendComparable(dst, body []byte) []byte {
	if n.Fold {
		return AppendFoldedName(dst, body)
	}
	return AppendName(dst, body)
}

// same reports whether the names with the indexes i and j, whose keys are equal, are equal in the form in which they are
// compared. It returns true if n is Textless.
func (n *NameSets) same(src []byte, i, j int) bool {
	if n.Textless {
		return true
	}
	a, b := n.body(src, i), n.body(src, j)
	if bytes.Equal(a, b) {
		return true
	}
	n.other = n.AppendComparable(n.other[:0], b)
	return bytes.Equal(n.comparable(a), n.other)
}

// repeats reports whether src[begin:end] and the name with the index first, which are equal if the field Fold is considered, are
// also equal without it.
func (n *NameSets) repeats(src []byte, first, begin, end int) bool {
	n.buf = AppendName(n.buf[:0], src[begin+1:end-1])
	n.other = AppendName(n.other[:0], n.body(src, first))
	return bytes.Equal(n.buf, n.other)
}
