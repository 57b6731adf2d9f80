package partial

// A phase is what the automaton does next. In the first phases, it is between tokens.
type phase uint8

const (
	wantDocument phase = iota
	wantFirstElement
	wantNextElement
	wantFirstName
	wantNextName
	wantColon
	wantMember // the value after a colon
	afterElement
	afterMember
	afterDocument
	inString
	inSurrogates // in a string, after the escape of a high surrogate
	inEscape     // after a backslash
	inHex        // after \u, with at most three digits
	inCharacter  // in a UTF-8 sequence
	inNumber
	inLiteral
	inMark // in a byte order mark
	failed
)

// points has the point for each phase, except for those that depend on more than the phase.
var points = [...]Point{
	wantDocument: Start, wantFirstElement: AfterBracket, wantNextElement: AfterComma, wantFirstName: AfterBracket, wantNextName: AfterComma,
	wantColon: AfterName, wantMember: AfterColon, afterElement: AfterValue, afterMember: AfterValue, afterDocument: End,
	inString: InString, inSurrogates: InEscape, inEscape: InEscape, inHex: InEscape, inCharacter: InCharacter,
	inNumber: InNumber, inLiteral: InLiteral, inMark: Start, failed: Invalid,
}

// A spot is where in a token, or between which tokens, the automaton is.
type spot struct {
	phase phase
	name  bool   // the string is a name
	part  part   // of the number
	word  string // the literal
}

// point returns what the text so far ends in.
func (c *spot) point() Point {
	if c.phase == inNumber && c.part.mayEnd() {
		return AfterDigit
	}
	return points[c.phase]
}

// inToken reports whether the text ends in a string, a name, a number or a literal.
func (c *spot) inToken() bool { return inString <= c.phase && c.phase <= inLiteral }

// inName reports whether the text ends in a name.
func (c *spot) inName() bool { return c.name && inString <= c.phase && c.phase <= inCharacter }
