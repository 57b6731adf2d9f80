package token

import "strconv"

// A Kind is the kind of a token: its first byte, except for names and numbers.
type Kind byte

// The kinds of tokens. The zero Kind is not one of them.
const (
	Null        Kind = 'n'
	False       Kind = 'f'
	True        Kind = 't'
	Number      Kind = '0'
	String      Kind = '"' // a string that is a value
	Name        Kind = 'k' // a string that is the name of a member
	BeginObject Kind = '{'
	EndObject   Kind = '}'
	BeginArray  Kind = '['
	EndArray    Kind = ']'
)

// String returns the name of k.
func (k Kind) String() string {
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

// described returns a phrase for a token of kind k, or for a value that starts with it.
func (k Kind) described() string {
	switch k {
	case String, Name:
		return "a " + k.String()
	case BeginObject:
		return "an object"
	case BeginArray:
		return "an array"
	}
	return k.String()
}

// KindOf maps the first byte of a value to its kind, and any other byte to 0.
var KindOf = [256]Kind{
	'"': String, '{': BeginObject, '[': BeginArray,
	'-': Number, '0': Number, '1': Number, '2': Number, '3': Number, '4': Number, '5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
	't': True, 'f': False, 'n': Null,
}
