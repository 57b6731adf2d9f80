package search

// BracketMasks locates all brackets, commas and slashes in 64 bytes, inside and outside strings. It
// also locates the bytes that determine which parts are in strings. The lowest bit stands for the
// first byte.
type BracketMasks struct {
	Quotes      uint64 // quotation marks
	Backslashes uint64
	Opens       uint64 // [ and {
	Closes      uint64 // ] and }
	Commas      uint64
	Slashes     uint64
}

// CommentMasks locates the bytes with which comments are found in 64 bytes, inside and outside strings. It
// also locates closing brackets, before which some dialects of JSON allow a comma. The lowest bit stands
// for the first byte.
type CommentMasks struct {
	Quotes      uint64 // double quotes
	Backslashes uint64
	Slashes     uint64
	Stars       uint64
	Closes      uint64 // ] and }
	NonASCII    uint64
}

// JSON5Masks locates the bytes with which the tokens that only JSON5 has are found in 64 bytes, inside and
// outside strings. The lowest bit stands for the first byte.
type JSON5Masks struct {
	Quotes   uint64 // single quotes
	Words    uint64 // ASCII letters, $, _ and non-ASCII bytes
	Points   uint64 // . and +
	Controls uint64 // control characters below U+0020, except LF and CR
}

// Closed describes the text after a position, for [PassClosed].
type Closed struct {
	Containers int  // number of containers that are opened before the text and closed in the text
	InString   bool // whether the text begins within a string
}

// Signs locates bytes that are rare in most texts and that linters have to look at more closely.
// Each bit stands for [SignUnit] bytes of the text; the lowest bit stands for the first ones.
type Signs struct {
	NonASCII uint64
	Deletes  uint64 // U+007F
	// Beginnings of \uXXXX escapes, and escaped backslashes before a u.
	Escapes uint64
	// Digits before an e or E if the third byte after the e or E is also a digit, as in 1e100 and
	// 1e+10. This excludes most numbers with a small exponent.
	Exponents uint64
	// Digits is true if the text has 191 or more digits in a row, and false if it never has 32
	// digits in a row. In all other cases, it may be true or false.
	Digits bool
}

// Signs has one bit for each SignUnit bytes, and covers SignWindow bytes.
const (
	SignUnit   = 256
	SignWindow = 64 * SignUnit
)

// signLength is the length in bytes of the longest sign.
const signLength = 5

// add adds the signs of a text that begins after the given number of units.
func (s *Signs) add(more Signs, units int) {
	s.NonASCII |= more.NonASCII << units
	s.Deletes |= more.Deletes << units
	s.Escapes |= more.Escapes << units
	s.Exponents |= more.Exponents << units
	s.Digits = s.Digits || more.Digits
}
