package unique

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm/names"
)

// objects are the open objects with the keys of their names. In an object with few names, the key of a new name is compared with the
// keys of all others. In a large object, the comparison takes care of its names.
type objects struct {
	names.Names
	form   *Form          // see Use
	cache  *nameCache     // nil until a name has escapes; may also hold names of earlier documents
	larges []*largeObject // the open objects that are large; the innermost object comes last
	unused []*largeObject // closed objects, for reuse
	buf    []byte         // a name, with its escapes decoded
	inPart bool           // names may be outside of the open objects; see Part
}

// A comparison is how names with equal keys, and names of large objects, are compared.
type comparison interface {
	// same reports whether the names with the indexes i and j, whose keys are equal, are equal.
	same(src []byte, i, j int) bool

	// compare compares those names of a large object, whose indexes are those from begin to end, that it has not compared yet, in the
	// order of the text. It stops at the first name that the object already has, which has the index begin+o.added, and returns the
	// index of an earlier name, or -1 if there is no such name.
	compare(o *largeObject, src []byte, begin, end int) (first int)

	// note notes the key of equal names, if they are only noted, and reports whether that is so.
	note(key uint64) (noted bool)

	// Close ends the innermost object.
	Close()
}

const (
	mostNamesKept = 1 << 20
	mostTextKept  = 1 << 25
	mostUnused    = 16 // a text may open thousands of large objects at the same time
)

// forgetAll forgets all names. It keeps each memory that is not very large.
func (n *objects) forgetAll() {
	for len(n.larges) > 0 {
		n.dropLarge()
	}
	n.Spans, n.Keys, n.Firsts = emptied(n.Spans, mostNamesKept), emptied(n.Keys, mostNamesKept), emptied(n.Firsts, mostNamesKept)
	n.Kept, n.inPart = 0, false
	n.Use(nil)
	n.buf = emptied(n.buf, mostTextKept)
}

// emptied returns s without its elements, and also without its memory if that has room for more than the given number of elements.
func emptied[T any](s []T, mostKept int) []T {
	if cap(s) > mostKept {
		return nil
	}
	return s[:0]
}

// depth returns how many objects are open.
func (n *objects) depth() int { return max(len(n.Firsts)-1, 0) }

// first returns the index of the first name of the innermost object.
func (n *objects) first() int { return n.Firsts[len(n.Firsts)-1] }

// Open implements [Names].
func (n *objects) Open(f *Form) {
	n.Use(f)
	n.open()
}

// Use sets the form in which names are compared, until Reset.
func (n *objects) Use(f *Form) {
	if n.form, n.Form = f, names.Exact; f != nil {
		n.Form = f.Kernels
	}
}

func (n *objects) open() {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	n.Firsts = append(n.Firsts, len(n.Keys))
}

// leave ends the innermost object and forgets its names.
func (n *objects) leave() {
	first := n.first()
	if n.large() != nil {
		n.dropLarge()
	}
	n.Spans, n.Keys, n.Firsts = n.Spans[:first], n.Keys[:first], n.Firsts[:len(n.Firsts)-1]
}

// push appends a name without comparing it.
func (n *objects) push(key uint64, begin, end int) {
	n.Spans, n.Keys = append(n.Spans, names.Span{Begin: begin, End: end}), append(n.Keys, key)
}

// forget removes the names from index i on. A large object must not have compared them.
func (n *objects) forget(i int) { n.Spans, n.Keys = n.Spans[:i], n.Keys[:i] }

// add adds the name src[begin:end] to the innermost object; see [Names].
func (n *objects) add(c comparison, src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	text := src[begin+1 : end-1]
	if escapes || n.form != nil {
		var isSure bool
		if text, isSure = n.comparable(text); !isSure {
			n.push(0, begin, end)
			return len(n.Keys) - 1, false
		}
	}
	return n.addKey(c, src, names.Key(text), begin, end)
}

// addKey is add for a name with the given key.
func (n *objects) addKey(c comparison, src []byte, key uint64, begin, end int) (first int, isNew bool) {
	first, which, o := n.first(), len(n.Keys), n.large()
	n.push(key, begin, end)
	var other int
	if o == nil {
		other = n.find(c, src, first, which)
	} else {
		other = c.compare(o, src, first, len(n.Keys))
	}
	if other >= 0 && !c.note(key) {
		n.forget(which)
		return other, false
	}
	if o == nil && len(n.Keys)-first == manyNames {
		c.compare(n.openLarge(), src, first, len(n.Keys)) // finds no duplicate name, but fills the set
	}
	return min(which, len(n.Keys)-1), true
}

// remove removes names of an object, whose indexes are those from begin to end. The first names of a large object must
// stay, because the kernel must know that the object has many names.
//
// The names after them belong to objects that have been opened since the last call for this object,
// so moving them takes linear time in total.
func (n *objects) remove(begin, end int) {
	n.Spans, n.Keys = slices.Delete(n.Spans, begin, end), slices.Delete(n.Keys, begin, end)
	for i := len(n.Firsts) - 1; n.Firsts[i] >= end; i-- {
		n.Firsts[i] -= end - begin
	}
}

// find returns the index of the first name, from index i on, that is equal to the name with the index
// which, or -1 if there is none before that name.
func (n *objects) find(c comparison, src []byte, i, which int) int {
	key := n.Keys[which]
	for ; ; i++ {
		if i += indexOf(n.Keys[i:which], key); i == which {
			return -1
		}
		if c.same(src, i, which) {
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

// large returns the innermost object, or nil if it is not large.
func (n *objects) large() *largeObject {
	if last := len(n.larges) - 1; last >= 0 && n.larges[last].depth == n.depth() {
		return n.larges[last]
	}
	return nil
}

// openLarge makes the innermost object a large one. Its names still have to be compared.
func (n *objects) openLarge() *largeObject {
	o := &largeObject{}
	if last := len(n.unused) - 1; last >= 0 {
		o, n.unused = n.unused[last], n.unused[:last]
	}
	o.begin(n.depth())
	n.larges = append(n.larges, o)
	return o
}

// dropLarge removes the innermost of the large objects.
func (n *objects) dropLarge() {
	last := len(n.larges) - 1
	o := n.larges[last]
	if o.end() && len(n.unused) < mostUnused {
		n.unused = append(n.unused, o)
	}
	n.larges[last] = nil // releases the memory of a large set
	n.larges = n.larges[:last]
}

// compareAll compares the names of all open large objects that have not been compared yet, in the order of the text. It stops at the
// first name that its object already has, and returns the index of that name. Otherwise, it returns -1.
func (n *objects) compareAll(c comparison, src []byte) (duplicate int) {
	for _, o := range n.larges {
		begin, end := n.Firsts[o.depth], len(n.Keys)
		if o.depth < n.depth() {
			end = n.Firsts[o.depth+1]
		}
		if c.compare(o, src, begin, end) >= 0 {
			return begin + o.added
		}
	}
	return -1
}

// comparable returns the form in which a name is compared, given the text between its quotation marks, and whether it is sure; see
// [Form]. The result is valid until the next call.
func (n *objects) comparable(body []byte) (text []byte, isSure bool) {
	if n.form == nil && bytes.IndexByte(body, '\\') < 0 {
		return body, true
	}
	n.buf = AppendName(n.buf[:0], body)
	if isSure = true; n.form != nil {
		n.buf, _, isSure = n.form.Fold(n.buf, 0)
	}
	return n.buf, isSure
}
