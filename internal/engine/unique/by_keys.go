package unique

import (
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/keys"
)

// ByKeys takes names for equal if their keys are equal. It never needs the text of a name again, and keeps only the keys. The zero
// ByKeys is ready for use.
type ByKeys struct {
	objects

	// Late means that the names of a large object are compared when the object ends, and that equal names are only noted in
	// Repeated. If there are many names, this is much faster, and takes less memory.
	Late     bool
	Gathers  bool           // equal names of small objects are only noted in Repeated, too; n is Late
	Repeated *keys.Repeated // the keys of equal names that have been noted; nil if there are none

	HadLarge bool // there has been a large object since the last Reset
	hadGiant bool // see Repeats.Giant
}

// Reset implements [Names]. It changes neither Late nor Gathers.
func (n *ByKeys) Reset() {
	n.forgetAll()
	n.Repeated, n.HadLarge, n.hadGiant = nil, false, false
}

// Repeats returns the names that have been noted, or nil if there are none.
func (n *ByKeys) Repeats() *Repeats {
	if n.Repeated == nil {
		return nil
	}
	return &Repeats{n.hadGiant, n.Repeated, n.form}
}

// Close implements [Names].
func (n *ByKeys) Close() {
	if o := n.large(); o != nil && n.Late {
		n.Repeated = o.runs.Repeated(n.Keys[n.first():], n.Repeated)
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

// note implements [comparison].
func (n *ByKeys) note(key uint64) (noted bool) {
	if n.Gathers {
		n.Repeated = n.Repeated.With(key)
	}
	return n.Gathers
}

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
	n.remove(min(begin+manyNames, end), end)
	o.added = min(o.added, manyNames)
	return -1
}

// giantRuns is the number of runs from which on an object is giant.
const giantRuns = 8

// collect moves the keys of an object, whose names have the indexes from begin to end, to runs if
// there are enough of them. The keys of a part stay in n, because the object may continue after it.
func (n *ByKeys) collect(o *largeObject, begin, end int) {
	if !n.inPart && end-begin-manyNames >= keys.RunLength {
		o.runs.Add(n.Keys[begin+manyNames : end])
		n.hadGiant = n.hadGiant || o.runs.Count() > giantRuns
		n.remove(begin+manyNames, end)
	}
}

// Follow adds the names of the next part, which must be valid there, and reports whether equal names, as far as they are known, only
// had to be noted. n must be Late. If the result is false, n is meaningless.
func (n *ByKeys) Follow(p *PartNames) (goOn bool) {
	if p.Doubt || p.repeated != nil && !n.Gathers {
		return false
	}
	n.Repeated = n.Repeated.Join(p.repeated)
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
	return true
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
