package dialect

import "strconv"

// A TokenKind is the kind of a [Token]. The kind of a bracket, a colon or a comma is its byte.
type TokenKind byte

const (
	BeginObject  TokenKind = '{'
	EndObject    TokenKind = '}'
	BeginArray   TokenKind = '['
	EndArray     TokenKind = ']'
	Colon        TokenKind = ':'
	Comma        TokenKind = ','
	String       TokenKind = '"' // in single or double quotes
	Number       TokenKind = '0' // including its sign, as in -Infinity
	Word         TokenKind = 'a' // true, false, null, or in JSON5 also an unquoted name
	Space        TokenKind = ' ' // a run of white space
	LineComment  TokenKind = '/' // without the line end
	BlockComment TokenKind = '*'
	Invalid      TokenKind = '?' // a byte or character that does not begin a token
)

var kindNames = map[TokenKind]string{
	String: "string", Number: "number", Word: "word", Space: "white space",
	LineComment: "line comment", BlockComment: "block comment", Invalid: "invalid",
}

// String returns the name of k.
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

// IsComment reports whether k is a line or block comment.
func (k TokenKind) IsComment() bool { return k == LineComment || k == BlockComment }

// IsTrivia reports whether k is white space or a comment, which do not affect the value of a text.
func (k TokenKind) IsTrivia() bool { return k == Space || k.IsComment() }

// A Token is the part [Begin, End) of a text, in bytes. It is empty only at the end of the text.
type Token struct {
	Kind       TokenKind
	Begin, End int
}
