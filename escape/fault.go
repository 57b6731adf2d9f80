package escape

import "fmt"

// A Fault describes what is wrong with a JSON string, or with an escape in it. The set of faults is
// fixed.
type Fault uint8

const (
	// None is the zero Fault: nothing is wrong.
	None Fault = iota

	// BadCharacter is a backslash followed by a character that does not form an escape.
	BadCharacter

	// BadHex is \u followed by another character before there are four hexadecimal digits. If the
	// input ends there instead, the fault is [Truncated].
	BadHex

	// LoneSurrogate is the \u escape of a surrogate that is not part of a pair. The grammar of JSON
	// allows it; RFC 7493, section 2.1, does not.
	LoneSurrogate

	// Truncated is an input that is valid so far but ends too early: within an escape, or before
	// the closing quotation mark.
	Truncated

	// InvalidUTF8 is a sequence of bytes that is not UTF-8.
	InvalidUTF8

	// ControlCharacter is an unescaped character below U+0020 in a string.
	ControlCharacter

	// MissingQuote is another character in place of the opening quotation mark.
	MissingQuote

	// AfterString is a character after the closing quotation mark.
	AfterString

	numFaults = iota
)

var faultNames = [numFaults]string{
	None:             "no fault",
	BadCharacter:     "invalid escape sequence",
	BadHex:           "invalid \\u escape sequence",
	LoneSurrogate:    "lone surrogate",
	Truncated:        "unexpected end of input",
	InvalidUTF8:      "invalid UTF-8",
	ControlCharacter: "control character in a string",
	MissingQuote:     "missing opening quote",
	AfterString:      "unexpected data after the closing quote",
}

// String returns a short description of f.
func (f Fault) String() string {
	if int(f) < len(faultNames) {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}
