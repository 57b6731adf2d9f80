package suspects

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// An escapeSearch looks for escapes \uXXXX of lone surrogates and noncharacters in src.
type escapeSearch struct {
	src  []byte
	seen int // see findInPart

	suspects ruleset.Set // the rules that src violates or may violate
	open     int         // if src ends inside a string or escape, that string or escape begins at this index or later
	next     int         // everything before this index has been examined
}

// look examines the escapes that begin in src[begin:end].
func (s *escapeSearch) look(begin, end int) {
	part := s.src[:min(end+1, len(s.src))]
	i := max(begin, s.next)
	for i < len(part) {
		if !beginsUnicode(part[i:]) { // this test comes first, because escapes often follow each other directly
			n := indexUnicode(part[i:])
			if n < 0 {
				return
			}
			i += n
		}
		i += s.escape(i)
		s.next = i
	}
}

// indexUnicode returns the index of the first \u in b, or -1 if there is none.
func indexUnicode(b []byte) int {
	for i := 0; i+word < len(b); i += word {
		if lanes := syntax.BytesEqual(binary.LittleEndian.Uint64(b[i:]), '\\') & syntax.BytesEqual(binary.LittleEndian.Uint64(b[i+1:]), 'u'); lanes != 0 {
			return i + bits.TrailingZeros64(lanes)/8
		}
	}
	const joint = word // the last bytes have not been examined
	if n := bytes.Index(b[max(len(b)-joint-1, 0):], []byte(`\u`)); n >= 0 {
		return max(len(b)-joint-1, 0) + n
	}
	return -1
}

// escape examines the escape at src[i], and returns the number of bytes examined.
func (s *escapeSearch) escape(i int) (length int) {
	if length = plainEscape(s.src[i:]); length > 0 && i >= s.seen && (i == 0 || s.src[i-1] != '\\') {
		return length
	}
	if syntax.IsEscaped(s.src, 0, i) {
		return len(`\u`)
	}
	r, length, lone := decodeUnicode(s.src[i:])
	switch {
	case length == 0 || lone && mayPair(s.src[i:]): // the text ends inside the escape or pair of escapes, or is invalid
		s.open = min(s.open, i)
		return len(s.src) - i
	case i < s.seen:
		return length
	}
	s.suspects |= suspectRune(r, lone)
	return length
}

// plainEscape returns the length of the escape, or pair of escapes, at the start of b if no rule
// reports such escapes. Otherwise it returns 0.
func plainEscape(b []byte) (length int) {
	const one, two = len(`\u0000`), len(`\u0000\u0000`)
	if len(b) < two {
		return 0
	}
	switch escapesWith(b[2:]) {
	case 0:
		return one
	case highSurrogate:
		if b[6] == '\\' && b[7] == 'u' && escapesWith(b[8:]) == lowSurrogate {
			return two
		}
	}
	return 0
}

// Escapes that need a closer look are recognized by their digits.
const (
	highSurrogate = 1 << iota // D8 to DB
	lowSurrogate              // DC to DF
	lastSurrogate             // DFFE and DFFF, which may belong to a noncharacter
	control                   // 000, 001, 008, 009
	deletion                  // 007F
	bidi                      // 202, 206
	noncharacter              // FDD, FDE
	last                      // FFFE and FFFF
)

// escapesWith returns the kinds of escapes that have the first four digits of b.
func escapesWith(b []byte) uint8 {
	_ = b[3]
	return escapeDigits[0][b[0]] & escapeDigits[1][b[1]] & escapeDigits[2][b[2]] & escapeDigits[3][b[3]]
}

// escapeDigits maps a digit to the kinds of escapes in which it may be the first, second, third or
// fourth digit.
var escapeDigits = func() (t [4][256]uint8) {
	const all = "0123456789abcdefABCDEF"
	for _, e := range []struct {
		kind   uint8
		digits [4]string
	}{
		{highSurrogate, [4]string{"dD", "89abAB", all, all}},
		{lowSurrogate, [4]string{"dD", "cdefCDEF", all, all}},
		{lastSurrogate, [4]string{"dD", "fF", "fF", "efEF"}},
		{control, [4]string{"0", "0", "0189", all}},
		{deletion, [4]string{"0", "0", "7", "fF"}},
		{bidi, [4]string{"2", "0", "26", all}},
		{noncharacter, [4]string{"fF", "dD", "deDE", all}},
		{last, [4]string{"fF", "fF", "fF", "efEF"}},
	} {
		for i, digits := range e.digits {
			for _, c := range []byte(digits) {
				t[i][c] |= e.kind
			}
		}
	}
	return t
}()

// mayPair reports whether more text after b could complete a surrogate pair. The text b begins with
// an escape of a surrogate. If b is the rest of a whole document, mayPair returns false, because
// the string ends before the document does.
func mayPair(b []byte) bool {
	const one = len(`\u0000`)
	rest := b[one:]
	return len(rest) < one && (len(rest) == 0 || rest[0] == '\\') && (len(rest) < 2 || rest[1] == 'u')
}

func beginsUnicode(b []byte) bool { return len(b) > 1 && b[0] == '\\' && b[1] == 'u' }

// decodeUnicode decodes the escape \uXXXX, or the pair of such escapes, at the start of b. The
// result lone reports whether the escape is an unpaired surrogate. The length is 0 if the escape is
// invalid or truncated.
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

// hexDigits contains the values of hexadecimal digits, and -1 for other bytes.
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
