package tokenizer

import (
	"unsafe"

	"github.com/assayjson/assay/internal/token"
)

// A TokenKind says what a token is. It is the first byte of the token, but for names and
// numbers.
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

// String returns what k is called.
func (k TokenKind) String() string { return token.Kind(k).String() }

// A Token is a bracket, a literal, a number or a string. Commas and colons are none. It
// points into the input, and is good as long as that; a token of [NewReader] is good until
// the next call of Next, PeekKind, Skip or Leave.
//
// It has four words, so that it travels in registers.
type Token struct {
	raw    string
	offset int64
	facts  facts
}

// facts are what is known of a token besides: its kind in the lowest byte, then whether it
// has escapes, and from bit 16 on its depth.
type facts uint64

const (
	hasEscapes = 1 << 8
	depthShift = 16
)

func newFacts(kind TokenKind, depth int) facts { return facts(kind) | facts(depth)<<depthShift }

// Kind tells what the token is.
func (t Token) Kind() TokenKind { return TokenKind(t.facts) }

// Raw returns the token as it is written, a string with its quotes. It is a part of the
// input, and not to be changed.
func (t Token) Raw() []byte { return unsafe.Slice(unsafe.StringData(t.raw), len(t.raw)) }

// Offset returns where it begins, in bytes from the start of the input.
func (t Token) Offset() int64 { return t.offset }

// Depth returns in how many arrays and objects it stands. Both brackets of one of these
// have the depth that it has itself.
func (t Token) Depth() int { return int(t.facts >> depthShift) }

// Escaped reports whether it is a string with a backslash in it.
func (t Token) Escaped() bool { return t.facts&hasEscapes != 0 }

// text returns the token without its place.
func (t Token) text() token.Text {
	return token.Text{Raw: t.raw, Kind: token.Kind(t.facts), Escaped: t.Escaped()}
}

// Body returns what stands between the quotes of a string or name, with escapes as they
// are, and all of any other token. It is a part of Raw. Where there are no escapes, it is
// the text, and nothing has been copied.
func (t Token) Body() []byte { return t.text().Body() }

// AppendString appends Body to dst, with escapes decoded; a lone surrogate becomes U+FFFD.
func (t Token) AppendString(dst []byte) []byte { return t.text().AppendString(dst) }

// String returns what AppendString appends, as a string of its own. Nothing else here
// allocates but errors.
func (t Token) String() string { return t.text().String() }

// Int64 returns the value of a number that is written as an integer, without fraction and
// exponent. Its errors, and those of the next two methods, are of type [*strconv.NumError], and wrap
// [strconv.ErrRange] for what the type can't hold, and [strconv.ErrSyntax] for what is no such
// number. Their Num is the token as it is written, or, if that is longer than 64 bytes, its
// beginning and "...".
func (t Token) Int64() (int64, error) { return t.text().Int64() }

// Uint64 is [Token.Int64] for numbers that are not negative.
func (t Token) Uint64() (uint64, error) { return t.text().Uint64() }

// Float64 returns the binary64 that is nearest to a number.
func (t Token) Float64() (float64, error) { return t.text().Float64() }
