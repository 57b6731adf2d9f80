package search

// BracketMasks tell which of 64 bytes are brackets and commas, in strings or not, and what
// tells whether they are. The first byte's bit is the lowest.
type BracketMasks struct {
	Quotes      uint64 // quotation marks
	Backslashes uint64
	Opens       uint64 // [ and {
	Closes      uint64 // ] and }
	Commas      uint64
}

// Closed is what [PassClosed] knows of what comes after a place.
type Closed struct {
	Containers int  // that are closed there, and opened before
	InString   bool // whether what comes first is in a string
}

// Signs tell where in a text there is what few texts have, and what a closer look would pay for.
// Each bit is of [SignUnit] bytes, the lowest one of the first.
type Signs struct {
	NonASCII uint64
	Deletes  uint64 // U+007F
	// Where the escapes \uXXXX begin, and a backslash that is escaped before a u.
	Escapes uint64
	// A digit before an e or E with another one three bytes behind it, as in 1e100 and 1e+10, but for
	// numbers with a small exponent.
	Exponents uint64
	// Digits is true if there are 191 of them in a row somewhere, and false if there are nowhere 32.
	Digits bool
}

// Of so many bytes there is one bit, and of so many there are bits.
const (
	SignUnit   = 256
	SignWindow = 64 * SignUnit
)

// What begins at one byte ends within these.
const signLength = 5

// add adds the signs of what comes after so many units.
func (s *Signs) add(more Signs, units int) {
	s.NonASCII |= more.NonASCII << units
	s.Deletes |= more.Deletes << units
	s.Escapes |= more.Escapes << units
	s.Exponents |= more.Exponents << units
	s.Digits = s.Digits || more.Digits
}
