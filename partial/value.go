package partial

import (
	"iter"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/tokenizer"
)

// A Value is a value that has begun to arrive. It may be cut off: 12 may be the beginning of 1299, and
// "rm -rf /tmp" that of a longer path. A Value therefore has no methods that return text, a number or a
// length. [Value.Complete] returns the value if it is whole, and [Value.SoFar] returns what has arrived.
//
// The zero Value is a missing value. Lookups that find nothing return a missing value, and can be
// chained. What is missing from a value that is not complete may still arrive. If several members have the
// same name, lookups return the latest one.
//
// A Value is small, and is meant to be passed by value. It follows the Parser: a Value that is cut off may
// be complete after the next chunk. It is valid until [Parser.Reset].
type Value struct {
	core *core
	at   uint32 // index of the value's first mark
}

// Exists reports whether the value has begun. It returns false for a missing value.
func (v Value) Exists() bool { return v.core != nil }

// Kind returns the kind of the value, as [document.Value.Kind] does, or 0 for a missing value. The first
// byte of a value decides its kind.
func (v Value) Kind() tokenizer.TokenKind {
	if !v.Exists() {
		return 0
	}
	return tokenizer.TokenKind(token.KindOf[v.core.buf[v.core.position(v.at)]])
}

// Offset returns the offset at which the value begins, in bytes, or -1 for a missing value.
func (v Value) Offset() int64 {
	if !v.Exists() {
		return -1
	}
	return int64(v.core.position(v.at))
}

// Complete returns the value if it is whole: what arrives later does not change it. Otherwise, whole is
// false, and the result is a missing value. The result is valid until [Parser.Reset], and may be used by
// other goroutines while the Parser reads on, except for its method Pointer.
func (v Value) Complete() (value document.Value, whole bool) {
	if !v.Exists() || v.core.isOpen(v.at) {
		return document.Value{}, false
	}
	return v.core.value(v.at, false), true
}

// SoFar returns what has arrived of the value.
func (v Value) SoFar() Fragment { return Fragment{v} }

// Member returns the value of the latest member with the given name. If there is none so far, if its value
// has not begun, or if v is not an object, the result is a missing value. Names are compared like those of
// [document.Value.Member]. Member takes time linear in the number of members.
func (v Value) Member(name string) Value {
	var found Value
	for n, value := range v.SoFar().Members() {
		if unique.IsName(n.Body(), n.Escaped(), name) {
			found = value
		}
	}
	return found
}

// Element returns the element of an array at index i, which starts at 0. If it has not begun, or if v is
// not an array, the result is a missing value. Element takes time linear in i.
func (v Value) Element(i int) Value {
	for n, value := range v.SoFar().Elements() {
		if n == i {
			return value
		}
	}
	return Value{}
}

// Get follows a path from v. A string in the path is the name of a member, as for [Value.Member], and an
// int is the index of an element, as for [Value.Element]. If a step of the path has another type, or if it
// leads nowhere so far, the result is a missing value.
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

// A Fragment is what has arrived of a [Value]: all of it if the value is complete, and otherwise only its
// beginning. It is meant for displays, and for values of which a beginning is useful. A Fragment must not
// be mistaken for the value. Like its Value, it grows with the text.
type Fragment struct{ value Value }

// Value returns the value of which f is the beginning.
func (f Fragment) Value() Value { return f.value }

// end returns the offset in the text up to which the value has arrived.
func (f Fragment) end() int {
	c, at := f.value.core, f.value.at
	switch {
	case c.isOpen(at):
		return c.end()
	case isOpening(c.buf[c.position(at)]):
		return c.position(c.links[at]) + 1
	case c.buf[c.position(at)] == '"':
		return c.position(at+1) + 1
	}
	return c.position(at + 1)
}

// Raw returns what has arrived of the value as it is written: a string with its quotation marks, or an
// array or object with everything inside it so far. The result is part of the text and must not be
// changed. It may end within a character.
func (f Fragment) Raw() []byte {
	if !f.value.Exists() {
		return nil
	}
	begin, end := f.value.core.position(f.value.at), f.end()
	return f.value.core.buf[begin:end:end]
}

// AppendString appends the text of a string so far to dst, with escapes decoded, and returns the extended
// buffer. It omits the beginning of an escape, of a surrogate pair or of a UTF-8 sequence at the end, so
// that the text ends with a whole character. Lone surrogates become U+FFFD. For any other value, it appends
// the same as Raw.
func (f Fragment) AppendString(dst []byte) []byte {
	if f.value.Kind() != tokenizer.String {
		return append(dst, f.Raw()...)
	}
	c, at := f.value.core, f.value.at
	end := c.safeEnd()
	if !c.isOpen(at) {
		end = c.position(at + 1)
	}
	body := c.buf[c.position(at)+1 : end]
	if c.marks[at]&tape.HasEscape == 0 {
		return append(dst, body...)
	}
	return escape.AppendUnescaped(dst, body)
}

// String returns the text that AppendString appends, as a new string. For a missing value, it returns "".
func (f Fragment) String() string { return string(f.AppendString(nil)) }

// Len returns how many members of an object or elements of an array have begun, or 0 for any other value.
// A member has begun when its value has. Len takes time linear in that number.
func (f Fragment) Len() int {
	n := 0
	for range f.Members() {
		n++
	}
	for range f.Elements() {
		n++
	}
	return n
}

// Members returns an iterator over the members of an object whose values have begun, in the order of the
// text. It yields the name, which is whole, and the value of each member. Values other than objects have
// no members.
func (f Fragment) Members() iter.Seq2[document.Value, Value] {
	return func(yield func(name document.Value, value Value) bool) {
		if f.value.Kind() != tokenizer.BeginObject {
			return
		}
		c := f.value.core
		for i := f.value.at + 1; f.has(i + 2); i = c.after(i + 2) {
			if !yield(c.value(i, true), Value{c, i + 2}) {
				return
			}
		}
	}
}

// Elements returns an iterator over the elements of an array that have begun, and their indexes, which
// start at 0. Values other than arrays have no elements.
func (f Fragment) Elements() iter.Seq2[int, Value] {
	return func(yield func(i int, value Value) bool) {
		if f.value.Kind() != tokenizer.BeginArray {
			return
		}
		c, n := f.value.core, 0
		for i := f.value.at + 1; f.has(i); i = c.after(i) {
			if !yield(n, Value{c, i}) {
				return
			}
			n++
		}
	}
}

// has reports whether the mark with index i exists and belongs to a value in the container f.
func (f Fragment) has(i uint32) bool {
	c := f.value.core
	return i < min(uint32(len(c.marks)), c.links[f.value.at])
}
