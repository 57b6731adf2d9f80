package escape

import "fmt"

// A Fault says what is wrong with a string, or with an escape in it. The set is closed.
type Fault uint8

const (
	// None is the zero Fault: nothing is wrong.
	None Fault = iota

	// BadCharacter is a backslash before a character that can't follow it.
	BadCharacter

	// BadHex is \u with fewer than four hexadecimal digits.
	BadHex

	// LoneSurrogate is a \u escape of half a surrogate pair without its other
	// half. The grammar of JSON allows it; RFC 7493, section 2.1, does not.
	LoneSurrogate

	// Truncated is what is right so far and ends with the input: an escape, or a string
	// without its closing quote.
	Truncated

	// InvalidUTF8 is a byte sequence that is not UTF-8.
	InvalidUTF8

	// ControlCharacter is a character below U+0020, which a string may only hold as an
	// escape.
	ControlCharacter

	// MissingQuote is something else where the opening quote must stand.
	MissingQuote

	// AfterString is something after the closing quote.
	AfterString

	numFaults = iota
)

var faultNames = [numFaults]string{
	None:             "no fault",
	BadCharacter:     "bad escape",
	BadHex:           "bad \\u escape",
	LoneSurrogate:    "lone surrogate",
	Truncated:        "unexpected end",
	InvalidUTF8:      "invalid UTF-8",
	ControlCharacter: "control character in a string",
	MissingQuote:     "no opening quote",
	AfterString:      "something after the closing quote",
}

// String returns the name of f in plain words.
func (f Fault) String() string {
	if int(f) < len(faultNames) {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}
