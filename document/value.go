package document

import (
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/tokenizer"
)

// A Value is a value in a [Document], or the name of a member. The zero Value is a missing value.
// Lookups that find nothing return a missing value, so that lookups can be chained and
// [Value.Exists] need only be called on the last result. A missing value has no length, members,
// elements, text or position, and is not a number.
//
// A Value is small, and is meant to be passed by value. It is valid until the next call of its
// document's method Parse.
type Value tape.Value

// Root returns the value of the document. The root of a Document that has not been parsed is
// missing.
func (d *Document) Root() Value { return Value(d.tape.Root()) }

// kind returns the kind of v on the tape.
func (v Value) kind() token.Kind { return tape.Value(v).Kind() }

// Exists reports whether v is a value or name in a document. It returns false for a missing value.
func (v Value) Exists() bool { return v.kind() != 0 }

// Kind returns the kind of v. It is [tokenizer.BeginObject] for an object, [tokenizer.BeginArray]
// for an array, [tokenizer.Name] for the name of a member, and 0 for a missing value. For any other
// value, it is the kind of the token, such as [tokenizer.Number].
func (v Value) Kind() tokenizer.TokenKind { return tokenizer.TokenKind(v.kind()) }

// IsNull reports whether v is null. A missing value is not null.
func (v Value) IsNull() bool { return v.kind() == token.Null }

// Bool returns the value of true or false; ok is false for any other value.
func (v Value) Bool() (value, ok bool) {
	return v.kind() == token.True, v.kind() == token.True || v.kind() == token.False
}

// Offset returns the offset of v in bytes from the start of the input, or -1 for a missing value.
func (v Value) Offset() int64 {
	if !v.Exists() {
		return -1
	}
	return int64(tape.Value(v).Offset())
}

// Position returns the position of v, or the zero Position for a missing value. It takes time
// linear in the offset.
func (v Value) Position() tokenizer.Position {
	if !v.Exists() {
		return tokenizer.Position{}
	}
	return tokenizer.Locate(tape.Value(v).Tape().Data, v.Offset())
}

// text returns the value as it is written, including everything inside an array or object.
func (v Value) text() token.Text { return tape.Value(v).Text() }

// Raw returns the value as it is written: a string with its quotation marks, or an array or object
// with everything inside it. The result is part of the input and must not be changed.
func (v Value) Raw() []byte { return v.text().Bytes() }

// Escaped reports whether the value is a string or name that contains a backslash.
func (v Value) Escaped() bool { return v.text().Escaped }

// Body returns the text between the quotation marks of a string or name, with escapes as they are
// written. For any other value, it returns the same as Raw. See also [tokenizer.Token.Body]. The
// result is part of the input and must not be changed.
func (v Value) Body() []byte { return v.text().Body() }

// AppendString appends Body to dst, with the escapes of a string or name decoded, and returns the
// extended buffer. Lone surrogates become U+FFFD, as in [tokenizer.Token.AppendString].
func (v Value) AppendString(dst []byte) []byte { return v.text().AppendString(dst) }

// String returns the text that AppendString appends, as a new string. For a missing value, it
// returns "".
//
// Memory is allocated for the results of String and Pointer, for errors, and for a buffer that
// grows in AppendString. Apart from these, the methods of Value allocate memory only for reference
// tokens with escapes, for names with escapes that are longer than 64 bytes, and for what
// [Value.Element] remembers.
func (v Value) String() string { return v.text().String() }

// Int64 returns the value of a number that is written without a fraction or an exponent, like
// [tokenizer.Token.Int64]. The error is a [*strconv.NumError], even if v is not a number.
func (v Value) Int64() (int64, error) { return v.text().Int64() }

// Uint64 is like [Value.Int64], but for numbers that are not negative, like
// [tokenizer.Token.Uint64].
func (v Value) Uint64() (uint64, error) { return v.text().Uint64() }

// Float64 returns the float64 nearest to the value of a number, like [tokenizer.Token.Float64].
func (v Value) Float64() (float64, error) { return v.text().Float64() }
