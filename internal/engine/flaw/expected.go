package flaw

import (
	"math/bits"
	"strings"
)

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
	if e&(e-1) == 0 && 0 < e && int(e) < 1<<len(expectedNames) { // usually; this needs no memory
		return expectedNames[bits.TrailingZeros(uint(e))]
	}
	return e.With(expectedNames[bits.TrailingZeros(uint(ExpectName))])
}

// With is like String, but calls a member name as in the parameter.
func (e Expected) With(aName string) string {
	var names []string
	for i, name := range expectedNames {
		switch {
		case e>>i&1 == 0:
		case 1<<i == ExpectName:
			names = append(names, aName)
		default:
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}
