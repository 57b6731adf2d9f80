package dialect

import "strconv"

// A TokenKind says what a [Token] is. That of a bracket, a colon or a comma is its byte.
type TokenKind byte

const (
	BeginObject  TokenKind = '{'
	EndObject    TokenKind = '}'
	BeginArray   TokenKind = '['
	EndArray     TokenKind = ']'
	Colon        TokenKind = ':'
	Comma        TokenKind = ','
	String       TokenKind = '"' // in quotes of either sort
	Number       TokenKind = '0' // with its sign, such as -Infinity
	Word         TokenKind = 'a' // true, false, null, or in JSON5 a name without quotes
	Space        TokenKind = ' ' // as much white space as there is
	LineComment  TokenKind = '/' // without the end of its line
	BlockComment TokenKind = '*'
	Invalid      TokenKind = '?' // what begins no token
)

var kindNames = map[TokenKind]string{
	String: "string", Number: "number", Word: "word", Space: "white space",
	LineComment: "line comment", BlockComment: "block comment", Invalid: "invalid",
}

// String returns what k is called.
func (k TokenKind) String() string {
	switch k {
	case BeginObject, EndObject, BeginArray, EndArray, Colon, Comma:
		return string(rune(k))
	}
	if name, ok := kindNames[k]; ok {
		return name
	}
	return "TokenKind(" + strconv.Itoa(int(k)) + ")"
}

// IsComment reports whether k is a comment.
func (k TokenKind) IsComment() bool { return k == LineComment || k == BlockComment }

// IsTrivia reports whether k is a comment or white space, which say nothing.
func (k TokenKind) IsTrivia() bool { return k == Space || k.IsComment() }

// A Token is the part [Begin, End) of a text, in bytes. It is never empty, but at the end
// of the text.
type Token struct {
	Kind       TokenKind
	Begin, End int
}
