package partial

import "strconv"

// A Point is what the text so far ends in.
type Point uint8

// The points. White space at the end of the text does not change the point, unless a number ends
// there.
const (
	Start        Point = iota // no value has begun, so nothing but white space has arrived
	InString                  // in a string, between two characters
	InEscape                  // in an escape in a string, or between the two escapes of a surrogate pair
	InCharacter               // in the UTF-8 sequence of a character in a string
	InNumber                  // in a number that lacks a digit, such as - or 1. or 1e
	AfterDigit                // after a number that may be complete or may go on, such as 12
	InLiteral                 // in true, false or null
	AfterName                 // after a name, before the colon
	AfterColon                // after a colon, before the value
	AfterBracket              // after an opening bracket
	AfterComma                // after a comma, before the next name or value
	AfterValue                // in an array or object, after a complete value
	End                       // after the complete document
	Invalid                   // the text is not the beginning of a valid document
)

var pointNames = [...]string{"start", "in-string", "in-escape", "in-character", "in-number", "after-digit", "in-literal",
	"after-name", "after-colon", "after-bracket", "after-comma", "after-value", "end", "invalid"}

// String returns the name of p, in lower case and with hyphens, such as in-string. Names do not change
// between releases.
func (p Point) String() string {
	if int(p) < len(pointNames) {
		return pointNames[p]
	}
	return "Point(" + strconv.Itoa(int(p)) + ")"
}

// A State says how the text so far is unfinished.
type State struct {
	Point  Point
	Name   bool  // the unfinished string is the name of a member
	Object bool  // the innermost open container is an object
	Depth  int   // number of open containers
	Offset int64 // where the unfinished string, number or literal begins, in bytes, or that of the error; otherwise, the length of the text
}

// Whole reports whether the text so far is a valid document. A number that is the whole document may
// still go on.
func (s State) Whole() bool {
	return s.Point == End || s.Point == AfterDigit && s.Depth == 0
}

// Assumption is the set of guesses by which the text so far becomes a valid document. It is a set of bits.
type Assumption uint16

// The assumptions. A literal has none, because its first letter decides it.
const (
	ContainersEnd Assumption = 1 << iota // the open arrays and objects have no more members
	StringEnds                           // the string has no more characters
	NameEnds                             // the name has no more characters
	NumberEnds                           // the number has no more digits
	SomeCharacter                        // the rest of an escape or of a UTF-8 sequence is made up
	SomeDigit                            // the next digit of the number is 0
	SomeName                             // the next member has the name "", or a name that is made up
	NullValue                            // a value that has not begun is null
)

var assumptionNames = [...]string{"containers-end", "string-ends", "name-ends", "number-ends", "some-character", "some-digit", "some-name", "null-value"}

// String lists the names of the assumptions, separated by commas.
func (a Assumption) String() string {
	var names []byte
	for i, name := range assumptionNames {
		if a>>i&1 != 0 {
			if len(names) > 0 {
				names = append(names, ',')
			}
			names = append(names, name...)
		}
	}
	return string(names)
}
