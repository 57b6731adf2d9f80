package jsonsimd

// Rules are options of a [Checker] that go beyond RFC 8259.
type Rules uint8

const (
	// Records makes a newline outside strings the end of a document. Another document may follow,
	// as in NDJSON and JSON Lines. Lines may be empty.
	Records Rules = 1 << iota
	// IJSON rejects \u escapes of surrogates that are not part of a pair, and noncharacters, whether
	// they are escaped or not (RFC 7493, section 2.1). It does not reject numbers; see
	// [Checker.Signs].
	IJSON
	// MarkNames restricts an index to what is needed to find names: the braces and colons outside
	// strings.
	MarkNames
)

// A lexer holds the variables of the first stage. They have values only after begin, because
// documents for which there are special kernels need none.
type lexer struct {
	planes
	rules Rules
	begun bool // begin has been called since reset
}

// reset prepares l for a new document.
func (l *lexer) reset(rules Rules) { l.rules, l.begun = rules, false }

// begin initializes the variables, unless that has been done since reset, and reports whether it
// has done so now.
func (l *lexer) begin() (now bool) {
	if l.begun {
		return false
	}
	l.begun = true
	l.initialize()
	return true
}

// initialize gives the variables the values that they have at the start of a document.
func (l *lexer) initialize() {
	l.clear(l.lasting())
	if l.rules&Records != 0 {
		l.fill(jsonPlanes.records)
	}
	if l.rules&IJSON != 0 {
		l.fill(jsonPlanes.ijson)
	}
	if l.rules&MarkNames != 0 {
		l.fill(jsonPlanes.names)
	}
}

// lasting returns the size in bytes of the variables that must be zero at the start of a document,
// and last from chunk to chunk.
func (l *lexer) lasting() int {
	if l.rules&IJSON != 0 {
		return jsonPlanes.lexLastingIJSON
	}
	return jsonPlanes.lexLasting
}

// inString reports whether the next byte is in a string that has already begun, or is the closing
// quotation mark of that string.
func (l *lexer) inString() bool { return *l.word(jsonPlanes.inString) != 0 }
