package document

import (
	"iter"

	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/tokenizer"
)

// Len returns how many members an object has, or how many elements an array; 0 of anything else.
func (v Value) Len() int {
	if !v.isContainer() {
		return 0
	}
	links := v.doc.tape.links
	return int(links[links[v.at]])
}

// Members returns the members of an object in the order of the source, those with equal names
// too: each name, which is a Value of the kind [tokenizer.Name], and what it is the name of. There are
// none of anything else. A step takes constant time.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(name, value Value) bool) {
		if v.kind != tokenizer.BeginObject {
			return
		}
		for i, end := v.at+1, v.doc.tape.links[v.at]; i < end; {
			value := v.doc.value(i + 2)
			if !yield(Value{v.doc, i, tokenizer.Name}, value) {
				return
			}
			i = value.next()
		}
	}
}

// Elements returns the elements of an array with their indexes, from 0. There are none of
// anything else. A step takes constant time.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(i int, value Value) bool) {
		if v.kind != tokenizer.BeginArray {
			return
		}
		n := 0
		for i, end := v.at+1, v.doc.tape.links[v.at]; i < end; n++ {
			value := v.doc.value(i)
			if !yield(n, value) {
				return
			}
			i = value.next()
		}
	}
}

// Member returns what a name is the name of in an object; of equal ones the last, like
// encoding/json and JSON.parse. Names are compared byte by byte, after their escapes have been
// decoded. A lone surrogate in a name, such as "\ud800", is different from all others and from
// U+FFFD, which [Value.String] writes in its place; the text that finds it has the three bytes of
// WTF-8, such as "\xed\xa0\x80". Time is linear in the number of members.
func (v Value) Member(name string) Value {
	var found Value
	for n, value := range v.Members() {
		if n.spells(name) {
			found = value
		}
	}
	return found
}

// Element returns the element of an array at index i, from 0. There is none at a negative one.
// Time is linear in i.
func (v Value) Element(i int) Value {
	if i < 0 || i >= v.Len() {
		return Value{}
	}
	for n, value := range v.Elements() {
		if n == i {
			return value
		}
	}
	return Value{}
}

// Get goes down a path from v: a string is the name of a member, an int the index of an
// element, as [Value.Member] and [Value.Element] have them. Where a step finds nothing, or is of
// another type, the value is missing.
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

// spells reports whether text is what a name says.
func (v Value) spells(text string) bool {
	body := v.Body()
	if !v.Escaped() {
		return string(body) == text
	}
	// No escape is longer than six bytes, or as short as what it stands for.
	if len(text) >= len(body) || len(body) > 6*len(text) {
		return false
	}
	var buf [64]byte
	return string(scan.AppendName(buf[:0], body)) == text
}
