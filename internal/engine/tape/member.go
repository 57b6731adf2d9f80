package tape

import (
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Member returns the value of the last member of v with the given name. If there is none, or if v is not an object, it returns a
// missing value.
func (v Value) Member(name string) Value {
	if v.kind != token.BeginObject {
		return Value{}
	}
	t, n, before := v.tape, uint32(len(name)), byte('"') // the byte before the closing quotation mark
	if n > 0 {
		before = name[n-1]
	}
	last := uint32(0) // index of the first mark of the value; 0 if there is none
	for i, end := v.Inside(); ; i = t.Value(i + 2).Next() {
		if i = t.nextLike(i, end, n, before); i >= end {
			break
		}
		if t.isName(i, name) {
			if last = i + 2; t.unique {
				break
			}
		}
	}
	if last == 0 {
		return Value{}
	}
	return t.Value(last)
}

// isName reports whether the name whose first mark has index i is the given one.
func (t *Tape) isName(i uint32, name string) bool {
	begin := t.Marks[i]
	if begin < HasEscape {
		return string(t.Data[begin+1:t.Marks[i+1]]) == name
	}
	return unique.IsName(t.Data[begin&^HasEscape+1:t.Marks[i+1]], true, name)
}

// HasUniqueNames reports whether no object has two members with the same name. It returns false if that is not known.
func (t *Tape) HasUniqueNames() bool { return t.unique }

// nextLike returns the index of the first mark of the next name that has a length of n bytes and a certain byte before the closing
// quotation mark, or that has an escape, from index i on. If there is none, the result is not smaller than end, the index of the
// closing bracket of the object.
//
// The length of a name is the distance of its marks. If it has an escape, it seems to be longer than any text, because the first mark
// has HasEscape.
func (t *Tape) nextLike(i, end, n uint32, before byte) uint32 {
	data, marks, links := t.Data, t.Marks, t.Links
	for i < end {
		closing := marks[i+1]
		if length := closing - marks[i] - 1; int32(length) < 0 || length == n && data[closing-1] == before {
			break
		}
		value := i + 2
		i += 4
		if data[marks[value]&^HasEscape]|' ' == '{' {
			i = links[value] + 1
		}
	}
	return i
}
