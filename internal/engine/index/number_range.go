package index

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// The kernels check everything that I-JSON requires, except that numbers are in the range of
// binary64. They report whether a part of the text has large numbers, which are rare in most texts.
// A RangeSearch then searches this part for numbers that are out of range.
//
// A number is in range if the number of its integer digits and its exponent add up to at most 308.
// So a number that is out of range has an exponent of 200 or more, or more than 100 digits in a row.

// A RangeSearch looks for numbers that are out of the range of binary64. The zero value is ready for
// the beginning of a document.
type RangeSearch struct {
	InStrings bool // parts of strings that look like numbers count as numbers

	byExponent, byRow numberSearch
}

// A numberSearch is the state of one of the two ways to search.
type numberSearch struct {
	strings place.StringMask
	known   int // offset of the first block whose strings have not been found

	// The end of the last number that has been examined as a whole and is not reported. A number may
	// be longer than many parts of the text. It is not examined again with each of these parts,
	// because that would take quadratic time.
	examined int
}

// Begin prepares s for a text, or for a part of a text that may begin in a string.
func (s *RangeSearch) Begin(inString bool) {
	*s = RangeSearch{}
	s.byExponent.strings.InString, s.byRow.strings.InString = inString, inString
}

// First returns the offset of the first number that is out of range and has a digit in
// src[from:to], or -1 if there is none. If src is invalid, First may miss numbers after the error,
// and may report something else after the error.
func (s *RangeSearch) First(src []byte, from, to int) int {
	first := s.exponents(src, from, to)
	if first >= 0 {
		to = first
	}
	if row := s.rows(src, from, to); row >= 0 {
		return row
	}
	return first
}

// exponents is First for numbers with an exponent of 200 or more.
func (s *RangeSearch) exponents(src []byte, from, to int) int {
	const longest = len(`e+0000`)
	for i := max(from-longest, s.byExponent.examined, 1); i < to; i++ {
		if i += syntax.IndexExponent(src[i-1:to]) - 1; i == to {
			break
		}
		if hasSmallExponent(src[i+1:]) {
			continue
		}
		begin, end := numberAround(src, i)
		if scan.IsOutOfRange(src[begin:end]) && (s.InStrings || !s.byExponent.isInString(src, begin)) {
			return begin
		}
		s.byExponent.examined = end
		i = end
	}
	return -1
}

// hasSmallExponent reports whether the exponent at the start of b, without its e, has a minus sign or is less than 200.
func hasSmallExponent(b []byte) bool {
	if len(b) > 0 && b[0] == '+' {
		b = b[1:]
	}
	n := syntax.Digits(b[:min(4, len(b))])
	return n < 3 || n == 3 && b[0] < '2'
}

// rows is First for numbers with more than 100 digits in a row.
func (s *RangeSearch) rows(src []byte, from, to int) int {
	const apart, sure = 80, 24 // most rows are shorter than sure
	for i := max(from-jsonsimd.ManyDigits, s.byRow.examined) + apart; i+sure <= len(src) && i < to+apart; i += apart {
		if syntax.Digits(src[i:i+sure]) < sure {
			continue
		}
		begin, end := i-syntax.DigitsBefore(src[:i]), i+syntax.Digits(src[i:])
		const maxPower = 308 // of the largest binary64, in scientific notation
		if end-begin > maxPower || end < len(src) && (src[end] == '.' || src[end]|0x20 == 'e') {
			if begin, end = numberAround(src, i); begin >= to {
				break
			}
			if scan.IsOutOfRange(src[begin:end]) && (s.InStrings || !s.byRow.isInString(src, begin)) {
				return begin
			}
			s.byRow.examined = end
		}
		i = max(i, end-apart)
	}
	return -1
}

// isInString reports whether src[i] is in a string. i must not be less than in earlier calls.
func (s *numberSearch) isInString(src []byte, i int) bool {
	for {
		strings, m := s.strings, place.MasksOf(src[s.known:])
		inside := strings.Next(&m)
		if i < s.known+place.MaskBlock {
			return inside>>(i-s.known)&1 != 0
		}
		s.strings, s.known = strings, s.known+place.MaskBlock
	}
}

// numberAround returns where the number around src[i] begins and ends. If src[i] is in a string,
// the result is a part of the string that looks like a number.
func numberAround(src []byte, i int) (begin, end int) {
	begin = i
	for begin > 0 && syntax.IsNumberByte(src[begin-1]) {
		begin--
	}
	return begin, i + NumberLen(src[i:])
}

// NumberLen returns the length of the number, or the rest of a number, at the start of b.
func NumberLen(b []byte) int {
	n := 0
	for n < len(b) && syntax.IsNumberByte(b[n]) {
		n++
	}
	return n
}
