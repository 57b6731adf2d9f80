package scan

import "github.com/assayjson/assay/internal/engine/flaw"

// A State is what the grammar expects next.
type State uint8

// The states. NumStates is the number of states.
const (
	WantValue        State = iota // the document itself, or the value after a colon
	WantFirstElement              // after [
	WantNextElement               // after a comma in an array
	AfterElement
	WantFirstName // after {
	WantNextName  // after a comma in an object
	WantColon
	AfterMember
	WantEnd // after the document

	NumStates = iota
)

// ExpectedIn maps each state to the tokens that are allowed in it.
var ExpectedIn = [NumStates]flaw.Expected{
	WantValue:        flaw.ExpectValue,
	WantFirstElement: flaw.ExpectValue | flaw.ExpectBracket,
	WantNextElement:  flaw.ExpectValue,
	AfterElement:     flaw.ExpectComma | flaw.ExpectBracket,
	WantFirstName:    flaw.ExpectName | flaw.ExpectBrace,
	WantNextName:     flaw.ExpectName,
	WantColon:        flaw.ExpectColon,
	AfterMember:      flaw.ExpectComma | flaw.ExpectBrace,
	WantEnd:          flaw.ExpectEnd,
}
