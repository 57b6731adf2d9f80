package scan

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
var ExpectedIn = [NumStates]Expected{
	WantValue:        ExpectValue,
	WantFirstElement: ExpectValue | ExpectBracket,
	WantNextElement:  ExpectValue,
	AfterElement:     ExpectComma | ExpectBracket,
	WantFirstName:    ExpectName | ExpectBrace,
	WantNextName:     ExpectName,
	WantColon:        ExpectColon,
	AfterMember:      ExpectComma | ExpectBrace,
	WantEnd:          ExpectEnd,
}
