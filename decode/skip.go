package decode

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/assayjson/assay/internal/engine/selector"
	"github.com/assayjson/assay/internal/engine/tape"
)

// addMember adds the member at mark m to those of the innermost object. Its name has been examined for lone surrogates.
func (w *walk) addMember(m uint32) {
	if begin, end := w.marks[m]+1, w.marks[m+1]; begin <= tape.HasEscape {
		w.members = append(w.members, member{selector.KeyAt(w.data, begin, end), m})
	} else {
		w.members = append(w.members, member{selector.KeyOf(w.name(m)), m})
	}
}

// closeObject reports equal names among the members of the innermost object, and removes them.
func (w *walk) closeObject(outer int) {
	if members := w.members[outer:]; len(members) > 1 {
		w.compare(members)
	}
	w.members = w.members[:outer]
}

// compare compares each member with those before it that have the same hash. Their indexes are in a hash table with linear probing,
// of which at most half is used.
func (w *walk) compare(members []member) {
	size := 1 << bits.Len(uint(2*len(members)-1))
	w.slots = slices.Grow(w.slots[:0], size)[:size]
	clear(w.slots)
	shift, last := bits.LeadingZeros64(uint64(size-1)), uint64(size-1)
	for i, m := range members {
		at := w.hash(m) >> shift
		for w.slots[at] != 0 {
			if other := members[w.slots[at]-1]; other.Key == m.Key && w.isEqual(other, m) {
				w.report(mismatch{mark: m.mark, kind: DuplicateName})
				break
			}
			at = (at + 1) & last
		}
		if w.slots[at] == 0 {
			w.slots[at] = uint32(i + 1)
		}
	}
}

// seeds make hashes random, so that no choice of names makes many of them equal.
var (
	seeds    = [2]uint64{rand.Uint64(), rand.Uint64()}
	longSeed = maphash.MakeSeed()
)

// hash returns a hash of the name of a member. The one of a short name is the combined halves of a product, as in wyhash.
func (w *walk) hash(m member) uint64 {
	if m.N > selector.Determined {
		return maphash.Bytes(longSeed, w.name(m.mark))
	}
	high, low := bits.Mul64(m.First^seeds[0], m.Last^bits.RotateLeft64(uint64(m.N), 32)^seeds[1])
	return high ^ low
}

// isEqual reports whether two names are equal whose keys are.
func (w *walk) isEqual(a, b member) bool {
	switch {
	case a.N <= selector.Determined:
		return true
	case w.marks[a.mark]|w.marks[b.mark] < tape.HasEscape:
		return bytes.Equal(w.name(a.mark), w.name(b.mark))
	}
	return string(slices.Clone(w.name(a.mark))) == string(w.name(b.mark))
}

// refuse passes a value that its type cannot be decoded from, such as an array for a string. null stands for the zero value of every type,
// but not of a required member or of a struct with one, which would then seem to have values.
func (w *walk) refuse(p *plan, i uint32) (next uint32) {
	if w.first(i) != 'n' {
		w.report(mismatch{mark: i, kind: WrongType, typ: p.typ})
		w.skip(i)
		return w.after(i)
	}
	kind := p.typ.Kind()
	if (w.refuseNull || len(p.required) > 0) && !hasNil(kind) || w.isRequired && kind != reflect.Interface {
		w.report(mismatch{mark: i, kind: RefusedNull, typ: p.typ})
	}
	return i + 2
}

// hasNil reports whether types have a value nil, which stands for null.
func hasNil(k reflect.Kind) bool {
	return k == reflect.Pointer || k == reflect.Interface || k == reflect.Map || k == reflect.Slice
}

// examine is like skip, and reports whether the value has no mismatches. Values inside of one without mismatches are not examined again,
// because methods of types may be called for all levels of a value.
func (w *walk) examine(i uint32) bool {
	if i < w.examined {
		return true
	}
	before := w.found.count()
	w.skip(i)
	if w.found.count() > before {
		return false
	}
	w.examined = w.after(i)
	return true
}

// skip examines a value that is not decoded: names must be unique, and strings must not have lone surrogates.
func (w *walk) skip(i uint32) {
	switch m := w.marks[i]; {
	case m >= tape.HasEscape:
		w.body(i)
	case w.data[m] == '{':
		w.skipObject(i)
	case w.data[m] == '[':
		for e, end := i+1, w.links[i]; e < end; e = w.after(e) {
			w.skip(e)
		}
	}
}

func (w *walk) skipObject(i uint32) {
	outer := len(w.members)
	for m, end := i+1, w.links[i]; m < end; m = w.after(m + 2) {
		if w.marks[m] >= tape.HasEscape {
			w.body(m)
		}
		w.addMember(m)
		w.skip(m + 2)
	}
	w.closeObject(outer)
}
