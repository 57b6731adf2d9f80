package document

import (
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/token"
	"github.com/assayjson/assay/tokenizer"
)

// A Value is a value of a [Document], or the name of a member. The zero Value is one that is
// missing: so what finds none can be asked on, and whether there is one is asked at the end. It
// has no length, members, elements, text or place, and is no number.
//
// A Value has two words and is to be passed by value. It is good as long as its document is.
type Value struct {
	doc  *Document
	at   uint32 // index of its first mark
	kind tokenizer.TokenKind
}

// value returns the value whose first mark has the index i.
func (d *Document) value(i uint32) Value {
	return Value{d, i, tokenizer.TokenKind(token.KindOf[d.data[d.tape.position(i)]])}
}

// next returns the index of the first mark of what comes after v in its container, or one that
// is not less than that of the closing bracket.
func (v Value) next() uint32 {
	if v.isContainer() {
		return v.doc.tape.links[v.at] + 1
	}
	return v.at + 2
}

// end returns where it ends in the document.
func (v Value) end() uint32 {
	tape := &v.doc.tape
	switch v.kind {
	case tokenizer.BeginObject, tokenizer.BeginArray:
		return tape.marks[tape.links[v.at]] + 1
	case tokenizer.String, tokenizer.Name:
		return tape.marks[v.at+1] + 1
	}
	return tape.marks[v.at+1] // of a number or literal it is the byte behind
}

func (v Value) isContainer() bool {
	return v.kind == tokenizer.BeginObject || v.kind == tokenizer.BeginArray
}

// Exists reports whether there is such a value.
func (v Value) Exists() bool { return v.kind != 0 }

// Kind tells what the value is: [tokenizer.BeginObject] of an object, [tokenizer.BeginArray] of an array, [tokenizer.Name] of
// what is none but a name, and 0 of a missing one.
func (v Value) Kind() tokenizer.TokenKind { return v.kind }

// IsNull reports whether it is null. A missing value is not.
func (v Value) IsNull() bool { return v.kind == tokenizer.Null }

// Bool returns the value of true or false; ok is false of anything else.
func (v Value) Bool() (value, ok bool) {
	return v.kind == tokenizer.True, v.kind == tokenizer.True || v.kind == tokenizer.False
}

// Offset returns where it begins, in bytes from the start of the input; of a missing value -1.
func (v Value) Offset() int64 {
	if !v.Exists() {
		return -1
	}
	return int64(v.doc.tape.position(v.at))
}

// Position returns the line and column where it begins. It takes time linear in the offset. A
// missing value has the zero Position.
func (v Value) Position() tokenizer.Position {
	if !v.Exists() {
		return tokenizer.Position{}
	}
	return tokenizer.Locate(v.doc.data, v.Offset())
}

// text returns the value as it is written, of an array or object the whole of it.
func (v Value) text() token.Text {
	if !v.Exists() {
		return token.Text{}
	}
	d := v.doc
	begin := d.tape.marks[v.at]
	return token.Text{Raw: index.TextOf(d.data[begin&^hasEscape : v.end()]), Kind: token.Kind(v.kind), Escaped: begin >= hasEscape}
}

// Raw returns the value as it is written, a string with its quotes, an array or object with all
// that is in it. It is a part of the input, and not to be changed.
func (v Value) Raw() []byte { return v.text().Bytes() }

// Escaped reports whether it is a string or name with a backslash in it.
func (v Value) Escaped() bool { return v.text().Escaped }

// Body is [tokenizer.Token.Body]: of a string, what stands between the quotes.
func (v Value) Body() []byte { return v.text().Body() }

// AppendString is [tokenizer.Token.AppendString]: it appends the text of a string, with escapes decoded,
// and anything else as it is written.
func (v Value) AppendString(dst []byte) []byte { return v.text().AppendString(dst) }

// String returns what AppendString appends, as a string of its own; "" of a missing value. It,
// Pointer and the errors are all that allocates here, but for names that are compared: those of
// more than 64 bytes with escapes in them may take memory.
func (v Value) String() string { return v.text().String() }

// Int64 is [tokenizer.Token.Int64]: the value of a number that is written without fraction and exponent.
// The error is a [*strconv.NumError], for what is no number too.
func (v Value) Int64() (int64, error) { return v.text().Int64() }

// Uint64 is [tokenizer.Token.Uint64].
func (v Value) Uint64() (uint64, error) { return v.text().Uint64() }

// Float64 is [tokenizer.Token.Float64]: the binary64 that is nearest.
func (v Value) Float64() (float64, error) { return v.text().Float64() }
