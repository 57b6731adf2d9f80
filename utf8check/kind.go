package utf8check

import "fmt"

// An ErrorKind says in what way a sequence is not UTF-8. The set is closed.
type ErrorKind uint8

const (
	// WellFormed is the zero ErrorKind: nothing is wrong.
	WellFormed ErrorKind = iota

	// UnexpectedContinuation is a byte 80..BF where a character must begin.
	UnexpectedContinuation

	// MissingContinuation is a lead byte that is followed by too few
	// continuation bytes and then by something else.
	MissingContinuation

	// Overlong is the beginning of a sequence longer than its code point needs:
	// C0, C1, E0 80..9F, F0 80..8F.
	Overlong

	// Surrogate is ED A0..BF, which would stand for U+D800..U+DFFF.
	Surrogate

	// TooLarge is F4 90..BF or F5..F7, which would stand for more than U+10FFFF.
	TooLarge

	// ImpossibleByte is F8..FF, which no form of UTF-8 with up to four bytes has.
	ImpossibleByte

	// Truncated is a sequence that is right so far and cut off by the end of the
	// input.
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

// String returns the name of k in plain words.
func (k ErrorKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("ErrorKind(%d)", uint8(k))
}
