package unique

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/place"
)

// Exact compares names exactly, and keeps the names of streams with their places. The names of large objects are compared at the end
// of Walk at the latest. The zero Exact is ready for use.
type Exact struct {
	objects
	other []byte // the name that another one is compared with, with its escapes decoded

	// The text of a stream does not stay in memory. Therefore, the first Kept spans refer to the
	// field text, not to the source, and the field places holds the places of these names in the
	// stream.
	text   []byte
	places []place.Place
	placed int // how many of the names have a complete place; those of the others have only an offset

	// The first names may come from an outline, which has their places; see Restore. Then the field places
	// begins with the name after them.
	outlined int
	outline  *place.Outline

	Placeless bool // places are not needed, and the field places stays empty; until Reset

	// Only, unless it is nil, includes all names of the text that may be equal. Then nearly all other names of large objects are
	// forgotten at once. Until Reset. The forms of names must be preserved by that of the repeats.
	Only *Repeats
}

// Reset implements [Names].
func (n *Exact) Reset() {
	n.forgetAll()
	n.other, n.text, n.places = emptied(n.other, mostTextKept), emptied(n.text, mostTextKept), emptied(n.places, mostNamesKept)
	n.placed, n.outline, n.outlined, n.Placeless, n.Only = 0, nil, 0, false, nil
}

// Close implements [Names].
func (n *Exact) Close() {
	if first := n.first(); n.Kept > first {
		n.text = n.text[:n.Spans[first].Begin]
		n.Kept, n.placed, n.outlined = first, min(n.placed, first), min(n.outlined, first)
		n.places = n.places[:min(first-n.outlined, len(n.places))]
	}
	n.leave()
}

// Add implements [Names]. The earlier name is always known.
func (n *Exact) Add(src []byte, begin, end int, escapes bool) (first int, isNew bool) {
	return n.add(n, src, begin, end, escapes)
}

// AddBefore implements [Names].
func (n *Exact) AddBefore(src []byte, colon, from int) bool { return n.addBefore(n, src, colon, from) }

// Walk implements [Names].
func (n *Exact) Walk(src []byte, marks []uint32, from int) (walked int) {
	return n.walk(n, src, marks, from)
}

// same implements [comparison]. The names are compared in their decoded form.
func (n *Exact) same(src []byte, i, j int) bool {
	a, b := n.body(src, i), n.body(src, j)
	if bytes.Equal(a, b) {
		return true
	}
	n.other = AppendForm(n.other[:0], b, n.form)
	text, _ := n.comparable(a)
	return bytes.Equal(text, n.other)
}

// note implements [comparison].
func (n *Exact) note(uint64) (noted bool) { return false }

// compare implements [comparison].
func (n *Exact) compare(o *largeObject, src []byte, begin, end int) (first int) {
	end = n.forgetUnique(src, max(begin+max(o.added, manyNames), n.Kept), end)
	for begin+o.added < end {
		o.added += o.set.Add(n.Keys[begin+o.added : end])
		which := begin + o.added
		if which == end {
			break
		}
		if first := n.earlier(o, src, begin, which); first >= 0 {
			return first
		}
		o.added++ // the two names have equal keys, but are different
	}
	return -1
}

// forgetUnique forgets those names with the indexes from i to end, all in the same object, that are not repeated. It returns the index
// after the names that are left.
func (n *Exact) forgetUnique(src []byte, i, end int) (left int) {
	if n.Only == nil || i >= end {
		return end
	}
	for left = i; i < end; i++ {
		if n.mayRepeat(src, i) {
			n.Spans[left], n.Keys[left] = n.Spans[i], n.Keys[i]
			left++
		}
	}
	n.remove(left, end)
	return left
}

// mayRepeat reports whether the name with index i may be repeated.
func (n *Exact) mayRepeat(src []byte, i int) bool {
	key := n.Keys[i]
	if f := n.Only.form; f != n.form {
		n.other = AppendForm(n.other[:0], n.body(src, i), f)
		key = names.Key(n.other)
	}
	return n.Only.keys.Has(key)
}

// earlier returns the index of the name of an object that is equal to the name with the index which,
// or -1 if there is none. The first name of the object has the index begin, and all names before the
// index which are different.
func (n *Exact) earlier(o *largeObject, src []byte, begin, which int) (first int) {
	const few = 4
	if o.repeats++; o.repeats <= few {
		return n.find(n, src, begin, which)
	}
	// Searching for each of many equal names would take quadratic time.
	i := o.firstWith(n.Keys[which], n.Keys[begin:which+1])
	if i < 0 {
		return -1
	}
	return n.find(n, src, begin+i, which)
}

// Repeats reports whether the name src[begin:end] and the name with the index first, which have the same form, are
// also equal.
func (n *Exact) Repeats(src []byte, first, begin, end int) bool {
	n.buf = AppendName(n.buf[:0], src[begin+1:end-1])
	n.other = AppendName(n.other[:0], n.body(src, first))
	return bytes.Equal(n.buf, n.other)
}

// Take takes over the names of k, in whose text no object has been large, and leaves k empty. n must be empty.
func (n *Exact) Take(k *ByKeys) { n.objects, k.objects = k.objects, n.objects }

// Move adjusts the names to a source that begins n bytes later. The names must be parts of the source.
func (n *Exact) Move(by int) {
	for i := range n.Spans {
		n.Spans[i].Begin -= by
		n.Spans[i].End -= by
	}
}

// Keep implements [Names]. It copies the names.
func (n *Exact) Keep(src []byte, offset int64) {
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

// Settle copies the names that are still parts of src, the part of a stream to which t applies, and computes their positions where
// these are missing. It must be called before t.Here moves, because positions before t.Here can no longer be computed.
func (n *Exact) Settle(src []byte, t *place.StreamPositions) {
	n.Keep(src, t.Base)
	here := t.Here
	for ; n.placed < n.Kept; n.placed++ {
		p := n.placeOf(n.placed)
		t.MoveMark(&here, src, int(p.Offset-t.Base))
		p.Position = here.Position
	}
}

// Restore adds the names of the open objects of an outline to n, which must be empty. The names of
// each object must be unique in the given form. The outline must not change as long as places are needed.
func (n *Exact) Restore(o *place.Outline, f *Form) {
	const more = 1 << 10 // room for a few names after those of the outline
	n.text = o.AppendText(slices.Grow(n.text, o.TextSize()+32*more))
	n.Spans, n.Keys = slices.Grow(n.Spans, o.Count()+more), slices.Grow(n.Keys, o.Count()+more)
	at := 0
	for i, l := range o.Levels {
		if !l.Object {
			continue
		}
		n.Open(f)
		for range o.CountOf(i) {
			end := at + place.NameLen(n.text[at:])
			text, _ := n.comparable(n.text[at+1 : end-1])
			n.push(names.Key(text), at, end)
			at = end
		}
		if len(n.Keys)-n.first() >= manyNames {
			n.openLarge() // its set is filled when the object gets another name
		}
	}
	n.Kept, n.placed, n.outlined, n.outline = len(n.Spans), len(n.Spans), len(n.Spans), o
}

// Raw returns the name with index i as it is written, including its quotation marks. The result is
// valid until the next change of n or src.
func (n *Exact) Raw(src []byte, i int) []byte {
	if i < n.Kept {
		src = n.text
	}
	return src[n.Spans[i].Begin:n.Spans[i].End]
}

// body returns the name with index i as it is written, without its quotation marks.
func (n *Exact) body(src []byte, i int) []byte {
	raw := n.Raw(src, i)
	return raw[1 : len(raw)-1]
}

// Place returns the place where the name with index i begins in the stream, or the zero Place if places are not needed. The name must
// have been kept, and src is the part of the stream to which t applies.
func (n *Exact) Place(i int, src []byte, t *place.StreamPositions) place.Place {
	switch {
	case n.Placeless:
		return place.Place{}
	case i < n.outlined:
		return n.outline.Names()[i].Place
	case i < n.placed:
		return *n.placeOf(i)
	}
	return t.PlaceAhead(src, int(n.placeOf(i).Offset-t.Base))
}

// placeOf returns the place of the name with index i, which must not come from an outline.
func (n *Exact) placeOf(i int) *place.Place { return &n.places[i-n.outlined] }
