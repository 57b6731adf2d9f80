package tokenizer

import (
	"strconv"
	"unsafe"

	"github.com/assayjson/assay/escape"
)

// A TokenKind says what a token is. It is the first byte of the token, but for names and
// numbers.
type TokenKind byte

const (
	Null        TokenKind = 'n'
	False       TokenKind = 'f'
	True        TokenKind = 't'
	Number      TokenKind = '0'
	String      TokenKind = '"' // a string that is a value
	Name        TokenKind = 'k' // a string that is the name of a member
	BeginObject TokenKind = '{'
	EndObject   TokenKind = '}'
	BeginArray  TokenKind = '['
	EndArray    TokenKind = ']'
)

// String returns what k is called.
func (k TokenKind) String() string {
	switch k {
	case 0:
		return "nothing"
	case Null:
		return "null"
	case False:
		return "false"
	case True:
		return "true"
	case Number:
		return "number"
	case String:
		return "string"
	case Name:
		return "name"
	case BeginObject, EndObject, BeginArray, EndArray:
		return string(rune(k))
	}
	return "TokenKind(" + strconv.Itoa(int(k)) + ")"
}

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

// isString reports whether it is a string or a name.
func (t Token) isString() bool { return t.Kind() == String || t.Kind() == Name }

// Body returns what stands between the quotes of a string or name, with escapes as they
// are, and all of any other token. It is a part of Raw. Where there are no escapes, it is
// the text, and nothing has been copied.
func (t Token) Body() []byte {
	if t.isString() {
		return t.Raw()[1 : len(t.raw)-1]
	}
	return t.Raw()
}

// AppendString appends Body to dst, with escapes decoded; a lone surrogate becomes U+FFFD.
func (t Token) AppendString(dst []byte) []byte {
	if t.Escaped() {
		return escape.AppendUnescaped(dst, t.Body())
	}
	return append(dst, t.Body()...)
}

// String returns what AppendString appends, as a string of its own. Nothing else here
// allocates but errors.
func (t Token) String() string {
	if t.Escaped() {
		return string(t.AppendString(nil))
	}
	return string(t.Body())
}
