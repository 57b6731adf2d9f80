package tape

import "github.com/assayjson/assay/internal/engine/token"

// Element returns the element of v at index i, which starts at 0. If i is out of range, or if v is not an array, it returns a missing
// value.
//
// It computes where the element begins if all elements have two marks. Otherwise, the tape remembers where every 16th element begins,
// up to the last one that was needed.
func (v Value) Element(i int) Value {
	if v.kind != token.BeginArray || uint(i) >= uint(v.Count()) {
		return Value{}
	}
	t := v.tape
	switch first, _ := v.Inside(); {
	case v.isFlat():
		return t.Value(first + 2*uint32(i))
	case i < 2*stride:
		return t.Value(t.pass(first, i))
	}
	s, k := t.spots.find(v.at), i/stride
	if s == nil || k >= len(s.at) {
		s = v.moreSpots(s, k)
		t.spots.add(s)
	}
	return t.Value(t.pass(s.at[k], i%stride))
}

// isFlat reports whether all elements of v, an array that is not empty, have two marks. They are scalars and empty containers.
// Any other element has more, but the last one may share its second mark with the closing bracket.
func (v Value) isFlat() bool {
	t, n := v.tape, uint32(v.Count())
	first, end := v.Inside()
	switch end - first {
	case 2 * n:
		last := t.Data[t.position(end-1)] // where the last element ends or, if it shares its second mark, where it begins
		return last <= ' ' || last == '"' || bracket[last] != 0
	case 2*n - 1:
		return true
	}
	return false
}

// pass returns the index of the first mark of the element that follows n elements, the first of which has its first mark at index i.
func (t *Tape) pass(i uint32, n int) uint32 {
	for range n {
		i = t.Value(i).Next()
	}
	return i
}

// moreSpots returns more than k spots of an array. If the array is long enough, they are at least twice as many as in s, which may be
// nil.
func (v Value) moreSpots(s *spots, k int) *spots {
	first, _ := v.Inside()
	at := []uint32{first}
	if s != nil {
		at = s.at
	}
	all := (v.Count() + stride - 1) / stride
	n := min(max(k+1, 2*len(at)), all)
	at = append(make([]uint32, 0, n), at...)
	for len(at) < n {
		at = append(at, v.tape.pass(at[len(at)-1], stride))
	}
	return &spots{v.at, at}
}
