package utf8check

import "fmt"

// An ErrorKind describes in what way a sequence is ill-formed. The set of kinds is fixed.
type ErrorKind uint8

const (
	// WellFormed is the zero ErrorKind: there is no error.
	WellFormed ErrorKind = iota

	// UnexpectedContinuation is a byte 80..BF where a character must begin.
	UnexpectedContinuation

	// MissingContinuation is a lead byte followed by fewer continuation bytes than it needs, and
	// then by another byte.
	MissingContinuation

	// Overlong is the beginning of a sequence that is longer than its code point needs: C0, C1, E0
	// 80..9F or F0 80..8F.
	Overlong

	// Surrogate is ED A0..BF, the beginning of an encoded surrogate U+D800..U+DFFF.
	Surrogate

	// TooLarge is F4 90..BF or F5..F7, the beginning of a code point above U+10FFFF.
	TooLarge

	// ImpossibleByte is F8..FF, which never occurs in sequences of up to four bytes.
	ImpossibleByte

	// Truncated is a sequence that is valid so far but cut off by the end of the input.
	Truncated

	numKinds = iota
)

var kindNames = [numKinds]string{
	WellFormed:             "well-formed",
	UnexpectedContinuation: "unexpected continuation byte",
	MissingContinuation:    "missing continuation byte",
	Overlong:               "overlong form",
	Surrogate:              "surrogate",
	TooLarge:               "code point above U+10FFFF",
	ImpossibleByte:         "impossible byte",
	Truncated:              "sequence cut off by the end of the input",
}

// String returns a short description of k, such as "overlong form".
func (k ErrorKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("ErrorKind(%d)", uint8(k))
}
