package tokenizer

import "github.com/assayjson/assay/internal/engine/flaw"

// Expected is the set of tokens that the grammar allows at one position. It is a set of bits: a
// comma is allowed if e&ExpectComma is not 0.
type Expected uint8

const (
	ExpectValue   = Expected(flaw.ExpectValue)
	ExpectName    = Expected(flaw.ExpectName)    // a member's name, which is a string
	ExpectColon   = Expected(flaw.ExpectColon)   // :
	ExpectComma   = Expected(flaw.ExpectComma)   // ,
	ExpectBracket = Expected(flaw.ExpectBracket) // ]
	ExpectBrace   = Expected(flaw.ExpectBrace)   // }
	ExpectEnd     = Expected(flaw.ExpectEnd)     // the end of the input
)

// String lists the set in words, such as "',' or ']'".
func (e Expected) String() string { return flaw.Expected(e).String() }
