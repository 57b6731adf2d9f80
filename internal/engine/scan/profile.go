package scan

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/plain"
	"github.com/assayjson/assay/internal/engine/unique"
)

// This file has the rules of I-JSON (RFC 7493) that go beyond those of JSON.

// profileText looks for lone surrogates and noncharacters (section 2.1) in the string that begins
// at Src[quote], up to Pos.
func (s *Scanner) profileText(quote int) bool {
	end := s.Pos
	cutOff := s.Fault.Kind == flaw.UnterminatedString
	// Pos may be before quote+1 if scanning has continued after an error in a string and the string
	// is too long.
	for i := min(quote+1, end); ; {
		if i += plain.Len(s.Src[i:end]); i == end {
			return true
		}
		r, n, lone := character(s.Src[i:end])
		switch {
		case lone && !(cutOff && mayPair(s.Src[i:])):
			return s.Fail(flaw.LoneSurrogate, i, n)
		case IsNoncharacter(r):
			return s.Fail(flaw.Noncharacter, i, n)
		}
		i += n
	}
}

// character decodes the character at the start of b, which may be escaped, and reports whether it is a lone
// surrogate. b must be a valid part of a string.
func character(b []byte) (r rune, n int, lone bool) {
	if b[0] == '\\' {
		r, n, fault := escape.Decode(b)
		return r, n, fault == escape.LoneSurrogate
	}
	r, n = utf8.DecodeRune(b)
	return r, n, false
}

// mayPair reports whether further input could turn the lone surrogate at the start of b into a
// surrogate pair. b consists of the escape of that surrogate and the rest of the input so far. The
// input so far ends before a second escape would be complete.
func mayPair(b []byte) bool {
	const low = `\uDC00`
	for n := len(b); n < 6+len(low); n++ {
		// Complete the second escape with digits of a low surrogate.
		b = append(b[:n:n], low[n-6])
	}
	_, n, fault := escape.Decode(b)
	return fault == escape.None && n == 6+len(low)
}

// IsNoncharacter reports whether r is one of the 66 noncharacters, code points that never represent a character (Unicode, section 23.7).
func IsNoncharacter(r rune) bool {
	return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF
}

// profileNumber checks that the number Src[begin:Pos] is in the range of binary64 (section 2.2).
func (s *Scanner) profileNumber(begin int) bool {
	number, scale := s.Src[begin:s.Pos], s.Positions.ShortenedAt(begin).Scale
	if len(number) < maxDigits && bytes.IndexByte(number, 'e') < 0 && bytes.IndexByte(number, 'E') < 0 {
		return true // too few digits to be out of range
	}
	return isInRange(number, scale) || s.Fail(flaw.NumberOutOfRange, begin, len(number))
}

// maxDigits is how many digits the integer part of the largest binary64 has.
const maxDigits = 309

// isInRange reports whether number times ten to the power of scale is in the range of binary64.
// Numbers too close to 0 for binary64 are in range.
//
// The result is exact for any number of digits. [strconv.ParseFloat] is not exact: it replaces
// exponents of 100,000 or more with a smaller one, whatever the digits are.
func isInRange(number []byte, scale int64) bool {
	digits, exponent := number, int64(0)
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		digits, exponent = number[:i], saturated(number[i+1:])
	}
	integer, fraction, _ := bytes.Cut(bytes.TrimPrefix(digits, []byte("-")), []byte("."))
	significant := bytes.TrimLeft(integer, "0")
	first := int64(len(significant)) - 1 // the power of ten of the first significant digit
	if len(significant) == 0 {
		significant = bytes.TrimLeft(fraction, "0")
		first = int64(len(significant)-len(fraction)) - 1
		fraction = nil
	}
	switch power := first + exponent + scale; {
	case len(significant) == 0 || power < maxDigits-1:
		return true
	case power > maxDigits-1:
		return false
	}
	var leading [len(limitDigits)]byte
	n := copy(leading[:], significant)
	n += copy(leading[n:], fraction)
	if order := bytes.Compare(leading[:n], []byte(limitDigits)); order != 0 {
		return order < 0
	}
	text := slices.Concat(clip(significant, maxDigits), clip(fraction, maxDigits))
	text = append(text[:1:1], append([]byte{'.'}, text[1:]...)...)
	_, err := strconv.ParseFloat(string(text)+"e308", 64)
	return !errors.Is(err, strconv.ErrRange)
}

// limitDigits are the first digits of the smallest number that is rounded to infinity.
const limitDigits = "17976931348623158079"

// clip returns the first n bytes of b, or all of them.
func clip(b []byte, n int) []byte { return b[:min(n, len(b))] }

// saturated returns the value of an exponent, which may have a sign and any number of digits,
// limited to ±1e17.
func saturated(b []byte) int64 {
	const most = 1e17 // larger than the number of digits in any input, and 10*most does not overflow
	sign := int64(1)
	if b[0] == '-' {
		sign = -1
	}
	n := int64(0)
	for _, c := range bytes.TrimLeft(b, "+-") {
		n = min(10*n+int64(c-'0'), most)
	}
	return sign * n
}

// newName adds the name Src[begin:Pos] to its object, which must not have that name already
// (section 2.3), or one that has the same form.
func (s *Scanner) newName(begin int) bool {
	first, isNew := s.Names.Add(s.Src, begin, s.Pos, true)
	if s.Positions != nil {
		s.Names.Keep(s.Src, s.Positions.Base)
	}
	if isNew {
		return true
	}
	names, isExact := s.Names.(*unique.Exact)
	kind := flaw.DuplicateName
	if s.Form != nil && isExact && !names.Repeats(s.Src, first, begin, s.Pos) {
		kind = flaw.CaseCollision
	}
	s.Fail(kind, begin, s.Pos-begin)
	switch {
	case !isExact:
	case s.Positions == nil:
		s.Fault.Related = names.Spans[first].Begin
	default:
		s.Fault.Related, s.Positions.First = atFirstName, names.Place(first, s.Src, s.Positions)
		s.Positions.EndFirst(names.Raw(s.Src, first))
	}
	return false
}

// AddName adds the name s.Src[begin:end] to its object, and reports whether the object did not have it. The name must have no escapes
// if escapes is false.
func AddName(s *Scanner, begin, end int, escapes bool) (isNew bool) {
	_, isNew = s.Names.Add(s.Src, begin, end, escapes)
	return isNew
}

// OpenNames starts an object whose names must be unique.
func (s *Scanner) OpenNames() {
	if s.Names == nil {
		s.Names = new(unique.Exact)
	}
	s.Names.Open(s.Form)
}
