package lint

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/utf8check"
)

// suspects returns the rules on that look at tokens and may find something in src, if that is
// right. Most documents hold nothing that any of them could find, and that shows in a fraction
// of the time that a walk takes. Names that are equal are left to the verdict.
func (l *Linter) suspects(src []byte) ruleSet {
	s, _ := l.suspectsIn(src, 0)
	return s
}

// suspectsIn is suspects for a part of a document. Escapes in the first bytes, before seen,
// have been seen in another part, and may lack their beginning here. What begins at open or
// later may lack its end.
func (l *Linter) suspectsIn(src []byte, seen int) (s ruleSet, open int) {
	if l.on&(characterRules|setOf(numberRange)) == 0 {
		return l.on & alwaysSuspect, len(src)
	}
	var deletes, digits, exponent bool
	escapes := escapeSearch{src: src, seen: seen, open: len(src)}
	nonASCII := nonASCIISearch{src: src, on: l.on, open: len(src)}
	for at := 0; at < len(src); at += asm.SignWindow {
		signs := asm.FindSigns(src[at:])
		for unit := range units(signs.NonASCII) {
			nonASCII.look(at+unit, min(at+unit+asm.SignUnit, len(src)))
		}
		deletes = deletes || signs.Deletes != 0
		digits = digits || signs.Digits
		if l.on.has(numberRange) && !exponent {
			for unit := range units(signs.Exponents) {
				exponent = exponent || hasLargeExponent(src, at+unit, at+unit+asm.SignUnit)
			}
		}
		if l.on&characterRules != 0 {
			for unit := range units(signs.Escapes) {
				escapes.look(at+unit, at+unit+asm.SignUnit)
			}
		}
	}
	nonASCII.lookAtRun()
	s, open = alwaysSuspect|escapes.suspects|nonASCII.suspects, min(escapes.open, nonASCII.open)
	if exponent || digits && hasManyDigits(src) {
		s |= setOf(numberRange)
	}
	if deletes {
		s |= setOf(controlCharacters)
	}
	return s & l.on, open
}

// suspectsOfInvalid is suspects for a text that is valid up to an offset. What comes there may be read
// in more than one way, so there any sign will do.
func (l *Linter) suspectsOfInvalid(src []byte, valid int) ruleSet {
	s, open := l.suspectsIn(src[:valid], 0)
	return (s | signsOf(src[max(open-signOverlap, 0):])) & l.on
}

// signOverlap is more than any sign has, and enough of the digits of a number that is cut.
const signOverlap = 512

// signsOf returns the rules that may find something in src, whatever its structure.
func signsOf(src []byte) ruleSet {
	s := alwaysSuspect
	var digits, exponent bool
	for at := 0; at < len(src); at += asm.SignWindow {
		signs := asm.FindSigns(src[at:])
		if signs.NonASCII|signs.Escapes|signs.Deletes != 0 {
			s |= characterRules
		}
		for unit := range units(signs.Exponents) {
			exponent = exponent || hasLongExponent(src, at+unit, at+unit+asm.SignUnit)
		}
		digits = digits || signs.Digits
	}
	if exponent || digits && hasManyDigits(src) {
		s |= setOf(numberRange)
	}
	return s
}

// units tells where the units begin whose bits are set.
func units(mask uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros64(mask) * asm.SignUnit) {
				return
			}
		}
	}
}

var (
	alwaysSuspect  = setOf(numberPrecision, unsafeInteger, deepNesting, keyOrder)
	nameRulesSet   = setOf(unnormalizedKeys, confusableKeys)
	characterRules = setOf(loneSurrogates, noncharacters, controlCharacters, bidiCharacters) | nameRulesSet
)

// A nonASCIISearch goes through what is not ASCII in src, in runs with more ASCII between them than it
// takes to begin one.
type nonASCIISearch struct {
	src []byte
	on  ruleSet

	begin, end int     // of the run that may go on
	suspects   ruleSet // the rules that src breaks, or may break
	open       int     // what begins here may lack its end
}

// look takes src[begin:end], which is not ASCII, into the run, or begins another one.
func (s *nonASCIISearch) look(begin, end int) {
	const near = 4 * asm.SignUnit
	if begin > s.end+near {
		s.lookAtRun()
		s.begin = begin
	}
	s.end = end
}

// lookAtRun looks at the run that has ended, if there is one.
func (s *nonASCIISearch) lookAtRun() {
	if s.begin == s.end {
		return
	}
	if s.on&nameRulesSet != 0 {
		names, open := suspectNames(s.src, s.begin, s.end)
		s.suspects |= names
		s.open = min(s.open, open)
	}
	s.suspects |= suspectCharacters(s.src[s.begin:s.end], s.on)
}

// suspectCharacters returns the rules on that src breaks by characters outside ASCII, but for
// those of names.
func suspectCharacters(src []byte, on ruleSet) (s ruleSet) {
	on &= setOf(noncharacters, controlCharacters, bidiCharacters)
	for i := 0; s != on; {
		n := asm.IndexUnseen(src[i:])
		if n < 0 {
			break
		}
		i += n // may be the first byte of what is next
		r, _ := utf8.DecodeLastRune(src[:i+1])
		s |= on & suspectRune(r, false)
	}
	return s
}

// suspectNames returns the rules of names that src may break: some, if it has a name with a
// character outside ASCII, as it is, in src[begin:end].
func suspectNames(src []byte, begin, end int) (s ruleSet, open int) {
	for i := begin; i < end; {
		n, isOpen := asm.IndexNonASCIIName(src[i:end])
		switch {
		case n < 0 && !isOpen:
			return 0, len(src)
		case n < 0: // its end comes behind
			i = end
		default:
			i += n
		}
		quote, isName, closed := restOfString(src, beginOfEscapes(src, i))
		switch {
		case !closed:
			return 0, nonASCIIString(src[:i])
		case isName:
			return nameRulesSet, len(src)
		}
		i = quote + 1
	}
	return 0, len(src)
}

// nonASCIIString returns where the first character outside ASCII is in the string that src ends
// within. There is one.
func nonASCIIString(src []byte) int {
	quote := len(src)
	for quote >= 0 {
		if quote = bytes.LastIndexByte(src[:quote], '"'); quote < 0 || !isEscaped(src[:quote]) {
			break
		}
	}
	return quote + 1 + asciiLen(src[quote+1:])
}

// beginOfEscapes returns where the backslashes before src[i] begin.
func beginOfEscapes(src []byte, i int) int {
	for i > 0 && src[i-1] == '\\' {
		i--
	}
	return i
}

// restOfString returns where the string ends that src[i], no part of an escape but its
// beginning, is in, and whether it is a name. It is not closed if src ends before that is
// known.
func restOfString(src []byte, i int) (end int, isName, closed bool) {
	for end = i; ; end++ {
		n := bytes.IndexByte(src[end:], '"')
		if n < 0 {
			return len(src), false, false
		}
		if end += n; !isEscaped(src[i:end]) {
			break
		}
	}
	rest := bytes.TrimLeft(src[end+1:], " \t\r\n")
	return end, len(rest) > 0 && rest[0] == ':', len(rest) > 0
}

// isEscaped reports whether what comes after b in a string is a part of an escape that b ends
// with.
func isEscaped(b []byte) bool {
	return (len(b)-beginOfEscapes(b, len(b)))%2 == 1
}

// asciiLen returns how many bytes before the first one outside ASCII there are.
func asciiLen(b []byte) (n int) {
	const near = 256
	if n = nearASCII(b[:min(near, len(b))]); n < near {
		return n
	}
	for len(b)-n >= near && utf8check.IsASCII(b[n:n+near]) {
		n += near
	}
	return n + nearASCII(b[n:])
}

// nearASCII is asciiLen where that is not far, a word at a time.
func nearASCII(b []byte) (n int) {
	const word, high = 8, 0x8080808080808080
	for ; n+word <= len(b); n += word {
		if w := binary.LittleEndian.Uint64(b[n:]) & high; w != 0 {
			return n + bits.TrailingZeros64(w)/8
		}
	}
	for n < len(b) && b[n] < 0x80 {
		n++
	}
	return n
}

// An escapeSearch goes through the escapes \uXXXX in src.
type escapeSearch struct {
	src  []byte
	seen int // see suspectsIn

	suspects ruleSet // the rules that src breaks, or may break
	open     int     // what begins here may lack its end
	next     int     // what comes before has been looked at
	end      int     // of the last string that mattered
}

// look looks at those that begin within src[begin:end].
func (s *escapeSearch) look(begin, end int) {
	part := s.src[:min(end+1, len(s.src))]
	i := max(begin, s.next)
	for i < len(part) {
		if !beginsUnicode(part[i:]) { // one after another is frequent
			n := bytes.Index(part[i:], []byte(`\u`))
			if n < 0 {
				return
			}
			i += n
		}
		i += s.escape(i)
		s.next = i
	}
}

// escape looks at what is at src[i], and returns how much it has seen.
func (s *escapeSearch) escape(i int) (length int) {
	if isEscaped(s.src[:i]) {
		return len(`\u`)
	}
	r, length, lone := decodeUnicode(s.src[i:])
	switch {
	case length == 0 || lone && mayPair(s.src[i:]): // the text ends there, or is wrong
		s.open = min(s.open, i)
		return len(s.src) - i
	case i < s.seen:
		return length
	}
	if r >= 0x80 && i >= s.end {
		var isName, closed bool
		if s.end, isName, closed = restOfString(s.src, i+length); isName {
			s.suspects |= nameRulesSet
		}
		if !closed {
			s.open = min(s.open, i)
		}
	}
	s.suspects |= suspectRune(r, lone)
	return length
}

// mayPair reports whether b, an escape of a surrogate and what there is after it, may go on as
// a pair. In a whole document it doesn't.
func mayPair(b []byte) bool {
	const one = len(`\u0000`)
	rest := b[one:]
	return len(rest) < one && (len(rest) == 0 || rest[0] == '\\') && (len(rest) < 2 || rest[1] == 'u')
}

func beginsUnicode(b []byte) bool { return len(b) > 1 && b[0] == '\\' && b[1] == 'u' }

// decodeUnicode decodes the escape \uXXXX, or two of them, that b begins with, and tells whether
// it is half a surrogate pair. Its length is 0 if it is wrong.
func decodeUnicode(b []byte) (r rune, length int, lone bool) {
	const one = len(`\u0000`)
	if len(b) < one {
		return 0, 0, false
	}
	r = rune(hexDigits[b[2]])<<12 | rune(hexDigits[b[3]])<<8 | rune(hexDigits[b[4]])<<4 | rune(hexDigits[b[5]])
	if uint32(r)-0xD800 < 0x800 || r < 0 {
		var fault escape.Fault
		if r, length, fault = escape.Decode(b); length < one {
			return 0, 0, false
		}
		return r, length, fault == escape.LoneSurrogate
	}
	return r, one, false
}

// hexDigits are the values of hexadecimal digits, and -1 of other bytes.
var hexDigits = func() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i := range 10 {
		t['0'+i] = int8(i)
	}
	for i := range 6 {
		t['a'+i], t['A'+i] = int8(10+i), int8(10+i)
	}
	return t
}()

// suspectRune returns the rules that a character breaks.
func suspectRune(r rune, lone bool) ruleSet {
	switch {
	case lone:
		return setOf(loneSurrogates)
	case isControl(r):
		return setOf(controlCharacters)
	case isBidi(r):
		return setOf(bidiCharacters)
	case isNoncharacter(r):
		return setOf(noncharacters)
	}
	return 0
}
