package unique

import (
	"slices"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/keys"
)

// ByKeys takes names for equal if their keys are equal. It never needs the text of a name again, and keeps only the keys. The zero
// ByKeys is ready for use.
type ByKeys struct {
	objects

	// Late means that the names of a large object are compared when the object ends, and that equal names only set Doubt. If there
	// are many names, this is much faster, and takes less memory.
	Late  bool
	Doubt bool // an object had two names with equal keys, which were compared late

	HadLarge bool // there has been a large object since the last Reset
}

// Reset implements [Names]. It does not change Late.
func (n *ByKeys) Reset() {
	n.forgetAll()
	n.Doubt, n.HadLarge = false, false
}

// Close implements [Names].
func (n *ByKeys) Close() {
	if o := n.large(); o != nil && n.Late {
		n.Doubt = n.Doubt || !o.runs.AreUnique(n.Keys[n.first():])
	}
	n.leave()
}

// Add implements [Names]. The result first is meaningless if the object is large.
func (n *ByKeys) Add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	return n.add(n, src, begin, end, escapes)
}

// AddBefore implements [Names].
func (n *ByKeys) AddBefore(src []byte, colon, from int) bool { return n.addBefore(n, src, colon, from) }

// Walk implements [Names].
func (n *ByKeys) Walk(src []byte, marks []uint32, from int) (walked int) {
	return n.walk(n, src, marks, from)
}

// Keep implements [Names]. Only the spans become meaningless.
func (n *ByKeys) Keep([]byte, int64) {}

// same implements [comparison].
func (n *ByKeys) same([]byte, int, int) bool { return true }

// compare implements [comparison]. If names are compared late, it only makes sure that there are few of them in n.
func (n *ByKeys) compare(o *largeObject, _ []byte, begin, end int) (first int) {
	n.HadLarge = true
	switch {
	case n.Late:
		n.collect(o, begin, end)
		return -1
	case begin+o.added == end:
		return -1
	}
	if o.added += o.set.Add(n.Keys[begin+o.added : end]); begin+o.added < end {
		return begin
	}
	n.remove(begin, end)
	o.added = min(o.added, manyNames)
	return -1
}

// collect moves the keys of an object, whose names have the indexes from begin to end, to runs if
// there are enough of them. The keys of a part stay in n, because the object may continue after it.
func (n *ByKeys) collect(o *largeObject, begin, end int) {
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
func (n *ByKeys) remove(begin, end int) {
	begin = min(begin+manyNames, end)
	n.Spans, n.Keys = slices.Delete(n.Spans, begin, end), slices.Delete(n.Keys, begin, end)
	for i := len(n.Firsts) - 1; n.Firsts[i] >= end; i-- {
		n.Firsts[i] -= end - begin
	}
}

// Follow adds the names of the next part, which must be valid there, and reports whether no two
// names have equal keys as far as that is known. n must be Late. If the result is false, n is meaningless.
func (n *ByKeys) Follow(p *PartNames) (unique bool) {
	if p.Doubt {
		return false
	}
	begin := 0
	for i, end := range p.ends {
		some := p.keys[begin:end]
		begin = end
		if i > p.closed {
			n.open()
		}
		if len(some) > 0 && (n.depth() == 0 || !n.addKeys(some)) {
			return false
		}
		if i < p.closed {
			if n.depth() == 0 {
				return false
			}
			n.Close()
		}
	}
	return !n.Doubt
}

// addKeys adds names with the given keys to the innermost object.
func (n *ByKeys) addKeys(some []uint64) (unique bool) {
	for len(some) > 0 && n.large() == nil {
		if _, unique := n.addKey(n, nil, some[0], 0, 0); !unique {
			return false
		}
		some = some[1:]
	}
	if len(some) == 0 {
		return true
	}
	n.Spans = append(n.Spans, make([]names.Span, len(some))...)
	n.Keys = append(n.Keys, some...)
	n.collect(n.large(), n.first(), len(n.Keys))
	return true
}
