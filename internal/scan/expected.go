package scan

import "strings"

// An Expected is the set of tokens that the grammar allows at one position.
type Expected uint8

// These are the elements of the set.
const (
	ExpectValue   Expected = 1 << iota
	ExpectName             // a member's name, which is a string
	ExpectColon            // :
	ExpectComma            // ,
	ExpectBracket          // ]
	ExpectBrace            // }
	ExpectEnd              // the end of the input
)

var expectedNames = [...]string{"a value", "a name in double quotes", "':'", "','", "']'", "'}'", "the end of the input"}

// String lists the set in words, such as "',' or ']'".
func (e Expected) String() string {
	var names []string
	for i, name := range expectedNames {
		if e>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}
