package tokenizer

import "github.com/assayjson/assay/internal/engine/scan"

// Expected is the set of tokens that the grammar allows at one position. It is a set of bits: a
// comma is allowed if e&ExpectComma is not 0.
type Expected uint8

const (
	ExpectValue   = Expected(scan.ExpectValue)
	ExpectName    = Expected(scan.ExpectName)    // a member's name, which is a string
	ExpectColon   = Expected(scan.ExpectColon)   // :
	ExpectComma   = Expected(scan.ExpectComma)   // ,
	ExpectBracket = Expected(scan.ExpectBracket) // ]
	ExpectBrace   = Expected(scan.ExpectBrace)   // }
	ExpectEnd     = Expected(scan.ExpectEnd)     // the end of the input
)

// String lists the set in words, such as "',' or ']'".
func (e Expected) String() string { return scan.Expected(e).String() }
