package tokenizer

import (
	"bytes"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/token"
)

// A TokenKind is the kind of a token. Except for names and numbers, it is the first byte of the
// token.
type TokenKind byte

const (
	Null        = TokenKind(token.Null)
	False       = TokenKind(token.False)
	True        = TokenKind(token.True)
	Number      = TokenKind(token.Number)
	String      = TokenKind(token.String) // a string that is a value
	Name        = TokenKind(token.Name)   // a string that is the name of a member
	BeginObject = TokenKind(token.BeginObject)
	EndObject   = TokenKind(token.EndObject)
	BeginArray  = TokenKind(token.BeginArray)
	EndArray    = TokenKind(token.EndArray)
)

// String returns the name of k.
func (k TokenKind) String() string { return token.Kind(k).String() }

// A Token is a bracket, a literal, a number or a string. Commas and colons are not tokens. A Token
// refers to the input and is valid until the input changes. A token of a Tokenizer made by
// [NewReader] is valid only until the next call of Next, PeekKind, Skip or Leave. To compare tokens,
// compare their text: the operator == compares addresses.
//
// A Token is four words long, so that it is passed in registers.
type Token struct {
	start  *byte // the first byte, which has size-1 bytes of the same text after it; nil in the zero Token
	size   int
	offset int64
	facts  facts
}

// facts holds the kind of a token in bits 0 to 7, and its depth in bits 16 and up. Bit 8 is set if
// the token has escapes.
type facts uint64

const (
	hasEscapes = 1 << 8
	depthShift = 16
)

func newFacts(kind TokenKind, depth int) facts { return facts(kind) | facts(depth)<<depthShift }

// newToken returns a token of the text from src[begin] to the scanner's position, which has the given offset in the input.
func newToken(s *scan.Scanner, end int64, kind TokenKind, begin, depth int) Token {
	size := s.Pos - begin
	token := Token{unsafe.SliceData(s.Src[begin:]), size, end - int64(size), newFacts(kind, depth)}
	if (kind == String || kind == Name) && bytes.IndexByte(token.Raw(), '\\') >= 0 {
		token.facts |= hasEscapes
	}
	return token
}

// Kind returns the kind of the token.
func (t Token) Kind() TokenKind { return TokenKind(t.facts) }

// Raw returns the token as it is written, including the quotation marks of a string. The result is
// part of the input and must not be changed.
func (t Token) Raw() []byte { return unsafe.Slice(t.start, t.size) }

// Offset returns the offset of the token in bytes from the start of the input.
func (t Token) Offset() int64 { return t.offset }

// Depth returns how many arrays and objects contain the token. Both brackets of an array or object
// have the depth of that array or object.
func (t Token) Depth() int { return int(t.facts >> depthShift) }

// Escaped reports whether the token is a string or name that contains a backslash.
func (t Token) Escaped() bool { return t.facts&hasEscapes != 0 }

// text returns the token without its offset and depth.
func (t Token) text() token.Text {
	return token.Text{Raw: unsafe.String(t.start, t.size), Kind: token.Kind(t.facts), Escaped: t.Escaped()}
}

// Body returns the part of Raw between the quotation marks of a string or name, with escapes as
// they are written. For any other token, it returns all of Raw. If a string has no escapes, the
// result is its text. Body copies nothing, and the result must not be changed.
func (t Token) Body() []byte { return t.text().Body() }

// AppendString appends Body to dst, with escapes decoded, and returns the extended buffer. Lone
// surrogates become U+FFFD.
func (t Token) AppendString(dst []byte) []byte { return t.text().AppendString(dst) }

// String returns Body with escapes decoded, as a new string. The methods of Token allocate nothing,
// except for the result of String, for errors, and for a buffer that grows in AppendString.
func (t Token) String() string { return t.text().String() }

// Int64 returns the value of a number that is written as an integer, without a fraction or an
// exponent.
//
// The errors of Int64, Uint64 and Float64 are of type [*strconv.NumError]. They wrap
// [strconv.ErrRange] for a number that the result type cannot hold, and [strconv.ErrSyntax] for a
// token that the method cannot convert. The Num field of such an error is the token as it is
// written. If the token is longer than 64 bytes, Num is its first 64 bytes followed by "...". As in
// package strconv, the value returned with ErrRange is the nearest value of the type, or an
// infinity. The value returned with ErrSyntax is 0.
func (t Token) Int64() (int64, error) { return t.text().Int64() }

// Uint64 is like [Token.Int64], but for numbers that are not negative. For a number with a minus
// sign, the error wraps [strconv.ErrSyntax].
func (t Token) Uint64() (uint64, error) { return t.text().Uint64() }

// Float64 returns the float64 nearest to the value of a number. See [Token.Int64] for its errors.
func (t Token) Float64() (float64, error) { return t.text().Float64() }
