package document

import (
	"iter"

	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
)

// Len returns the number of members of an object or of elements of an array, or 0 for any other
// value. It takes constant time.
func (v Value) Len() int {
	switch v.kind() {
	case token.BeginObject:
		return tape.Value(v).Count() / 2
	case token.BeginArray:
		return tape.Value(v).Count()
	}
	return 0
}

// Members returns an iterator over the members of an object in the order of the source, including
// those with equal names. It yields the name, a Value of the kind [tokenizer.Name], and the value
// of each member. Values other than objects have no members. Each step takes constant time.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(name, value Value) bool) {
		if v.kind() != token.BeginObject {
			return
		}
		t := tape.Value(v).Tape()
		for i, end := tape.Value(v).Inside(); i < end; {
			value := t.Value(i + 2)
			if !yield(Value(t.Name(i)), Value(value)) {
				return
			}
			i = value.Next()
		}
	}
}

// Elements returns an iterator over the elements of an array and their indexes, which start at 0.
// Values other than arrays have no elements. Each step takes constant time.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(i int, value Value) bool) {
		if v.kind() != token.BeginArray {
			return
		}
		n, t := 0, tape.Value(v).Tape()
		for i, end := tape.Value(v).Inside(); i < end; n++ {
			value := t.Value(i)
			if !yield(n, Value(value)) {
				return
			}
			i = value.Next()
		}
	}
}

// Member returns the value of the member with the given name. If several members of the object have
// that name, Member returns the value of the last one, like encoding/json and JSON.parse. If no
// member has that name, or if v is not an object, the result is a missing value.
//
// Names are compared byte by byte after their escapes have been decoded. A lone surrogate in a
// name, such as "\ud800", is different from every other lone surrogate. It is also different from
// U+FFFD, although [Value.String] returns U+FFFD for it. To find such a name, pass the surrogate as
// three bytes of WTF-8, such as "\xed\xa0\x80". Member takes time linear in the number of members. If
// the document was parsed with [tokenizer.UniqueNames] or [tokenizer.IJSON], Member need not visit the
// members after the one that it finds.
func (v Value) Member(name string) Value { return Value(tape.Value(v).Member(name)) }

// Element returns the element of an array at index i, which starts at 0. If i is out of range, or
// if v is not an array, the result is a missing value.
//
// If all elements are scalars or empty, Element takes constant time. Otherwise, it takes time linear
// in i the first time, and constant time on average in a loop over all elements, in any order: the
// Document remembers where every 16th element begins, and allocates 4 bytes for each of them.
func (v Value) Element(i int) Value { return Value(tape.Value(v).Element(i)) }

// Get follows a path from the root; see [Value.Get].
func (d *Document) Get(path ...any) Value { return d.Root().Get(path...) }

// Get follows a path from v. A string in the path is the name of a member, as for [Value.Member],
// and an int is the index of an element, as for [Value.Element]. If there is no such member or
// element, or if a step of the path has another type, even another integer type, the result is a
// missing value.
func (v Value) Get(path ...any) Value {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.Member(step)
		case int:
			v = v.Element(step)
		default:
			return Value{}
		}
	}
	return v
}
