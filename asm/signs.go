package asm

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

// FindSigns returns the signs in the first [SignWindow] bytes of b. One that begins there may end
// behind them; a row of digits, of which windows have parts, shows in one of them.
func FindSigns(b []byte) Signs {
	b = b[:min(len(b), SignWindow+signLength-1)]
	if !hasSignKernel() {
		return findSignsGeneric(b)
	}
	var s Signs
	whole := max(len(b)-signLength+1, 0) / SignUnit
	if whole > 0 {
		s = findSigns(&b[0], whole)
	}
	for b = b[whole*SignUnit:]; len(b) > 0 && whole < SignWindow/SignUnit; whole++ {
		var unit [SignUnit + signLength - 1]byte
		n := copy(unit[:], b)
		s.add(findSigns(&unit[0], 1), whole)
		b = b[min(n, SignUnit):]
	}
	return s
}

// add adds the signs of what comes after so many units.
func (s *Signs) add(more Signs, units int) {
	s.NonASCII |= more.NonASCII << units
	s.Deletes |= more.Deletes << units
	s.Escapes |= more.Escapes << units
	s.Exponents |= more.Exponents << units
	s.Digits = s.Digits || more.Digits
}
