package tokenizer

import (
	"bytes"
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/escape"
)

// The rules of I-JSON (RFC 7493) beyond those of JSON.

// profileText looks for surrogates and noncharacters (section 2.1) in the string
// that src[quote] opens, as far as the scanner got.
func (s *scanner) profileText(quote int) bool {
	end := s.pos
	cutOff := s.fault.kind == UnterminatedString
	for i := quote + 1; ; {
		if i += asm.PlainLen(s.src[i:end]); i == end {
			return true
		}
		r, n, lone := s.character(i, end)
		switch {
		case lone && !(cutOff && mayPair(s.src[i:])):
			return s.fail(LoneSurrogate, i, n)
		case isNoncharacter(r):
			return s.fail(Noncharacter, i, n)
		}
		i += n
	}
}

// character decodes the character at src[i], raw or escaped, and tells whether it
// is a lone surrogate. The string is right up to end.
func (s *scanner) character(i, end int) (r rune, n int, lone bool) {
	b := s.src[i:end]
	if b[0] == '\\' {
		r, n, fault := escape.Decode(b)
		return r, n, fault == escape.LoneSurrogate
	}
	r, n = utf8.DecodeRune(b)
	return r, n, false
}

// mayPair reports whether b, a lone surrogate escape and what little of the input
// is left after it, may yet become a pair when more input comes.
func mayPair(b []byte) bool {
	const low = `\uDC00`
	for n := len(b); n < 6+len(low); n++ {
		// Complete the escape with digits of a low surrogate.
		b = append(b[:n:n], low[n-6])
	}
	_, n, fault := escape.Decode(b)
	return fault == escape.None && n == 6+len(low)
}

// isNoncharacter reports whether r is one of the 66 noncharacters (Unicode, section
// 23.7).
func isNoncharacter(r rune) bool {
	return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF
}

// profileNumber checks that the number src[begin:pos] is within binary64 (section
// 2.2).
func (s *scanner) profileNumber(begin int) bool {
	number := s.src[begin:s.pos]
	if len(number) <= 308 && bytes.IndexByte(number, 'e') < 0 && bytes.IndexByte(number, 'E') < 0 {
		return true // too few digits to matter
	}
	if _, err := strconv.ParseFloat(string(number), 64); errors.Is(err, strconv.ErrRange) {
		return s.fail(NumberOutOfRange, begin, len(number))
	}
	return true
}

// newName notes the name src[begin:pos], which must be new in its object (section
// 2.3).
func (s *scanner) newName(begin int) bool {
	first, isNew := s.names.add(s.src, begin, s.pos, true)
	if s.trail != nil {
		s.names.keep(s.src, s.trail.base)
	}
	if isNew {
		return true
	}
	s.fail(DuplicateName, begin, s.pos-begin)
	if s.trail == nil {
		s.fault.related = s.names.Spans[first].Begin
	} else {
		s.fault.related, s.trail.first = atFirstName, s.placeOfName(first)
		s.trail.endFirst(s.names.raw(s.src, first))
	}
	return false
}

func (s *scanner) placeOfName(i int) place {
	n := &s.names
	if i < n.placed {
		return n.places[i]
	}
	return s.trail.place(s.src, int(n.places[i].offset-s.trail.base))
}
