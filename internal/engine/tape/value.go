package tape

import (
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/token"
)

// A Value is a value on a tape, or the name of a member. The zero Value is a missing value. A document.Value has the same fields, so
// that each can be converted to the other.
type Value struct {
	tape *Tape
	at   uint32 // index of the value's first mark
	kind token.Kind
}

// Root returns the value of the document, or a missing value if there are no marks.
func (t *Tape) Root() Value {
	if len(t.Marks) == 0 {
		return Value{}
	}
	return t.Value(0)
}

// Value returns the value whose first mark has index i. It must be whole.
func (t *Tape) Value(i uint32) Value { return Value{t, i, token.KindOf[t.Data[t.position(i)]]} }

// Name returns the name whose first mark has index i.
func (t *Tape) Name(i uint32) Value { return Value{t, i, token.Name} }

// Tape returns the tape of v, which must not be missing.
func (v Value) Tape() *Tape { return v.tape }

// At returns the index of the first mark of v.
func (v Value) At() uint32 { return v.at }

// Kind returns the kind of v, or 0 for a missing value.
func (v Value) Kind() token.Kind { return v.kind }

// IsContainer reports whether v is an object or array.
func (v Value) IsContainer() bool { return v.kind == token.BeginObject || v.kind == token.BeginArray }

// Inside returns the index of the first mark after the opening bracket of v, and that of the closing bracket.
func (v Value) Inside() (first, end uint32) { return v.at + 1, v.tape.Links[v.at] }

// Count returns the number of values in v, an object or array. The name of a member counts as another value.
func (v Value) Count() int { return int(v.tape.Links[v.tape.Links[v.at]]) }

// Next returns the index of the first mark after v in its container. After the last value, that
// index is at least the index of the closing bracket.
func (v Value) Next() uint32 {
	if v.IsContainer() {
		return v.tape.Links[v.at] + 1
	}
	return v.at + 2
}

// Offset returns the offset in the document at which v begins.
func (v Value) Offset() uint32 { return v.tape.position(v.at) }

// End returns the offset in the document at which v ends.
func (v Value) End() uint32 {
	t := v.tape
	switch v.kind {
	case token.BeginObject, token.BeginArray:
		return t.Marks[t.Links[v.at]] + 1
	case token.String, token.Name:
		return t.Marks[v.at+1] + 1
	}
	return t.Marks[v.at+1] // for a number or literal, the second mark is the offset after it
}

// Text returns the value as it is written, including everything inside an array or object.
func (v Value) Text() token.Text {
	if v.kind == 0 {
		return token.Text{}
	}
	begin := v.tape.Marks[v.at]
	return token.Text{Raw: index.TextOf(v.tape.Data[begin&^HasEscape : v.End()]), Kind: v.kind, Escaped: begin >= HasEscape}
}
