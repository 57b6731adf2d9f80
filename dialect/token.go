package dialect

import "strconv"

// A Kind says what a [Token] is. That of a bracket, a colon or a comma is its byte.
type Kind byte

const (
	BeginObject  Kind = '{'
	EndObject    Kind = '}'
	BeginArray   Kind = '['
	EndArray     Kind = ']'
	Colon        Kind = ':'
	Comma        Kind = ','
	String       Kind = '"' // in quotes of either sort
	Number       Kind = '0' // with its sign, such as -Infinity
	Word         Kind = 'a' // true, false, null, or in JSON5 a name without quotes
	Space        Kind = ' ' // as much white space as there is
	LineComment  Kind = '/' // without the end of its line
	BlockComment Kind = '*'
	Invalid      Kind = '?' // what begins no token
)

var kindNames = map[Kind]string{
	String: "string", Number: "number", Word: "word", Space: "white space",
	LineComment: "line comment", BlockComment: "block comment", Invalid: "invalid",
}

// String returns what k is called.
func (k Kind) String() string {
	switch k {
	case BeginObject, EndObject, BeginArray, EndArray, Colon, Comma:
		return string(rune(k))
	}
	if name, ok := kindNames[k]; ok {
		return name
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// IsComment reports whether k is a comment.
func (k Kind) IsComment() bool { return k == LineComment || k == BlockComment }

// IsTrivia reports whether k is a comment or white space, which say nothing.
func (k Kind) IsTrivia() bool { return k == Space || k.IsComment() }

// A Token is the part [Begin, End) of a text, in bytes. It is never empty, but at the end
// of the text.
type Token struct {
	Kind       Kind
	Begin, End int
}
