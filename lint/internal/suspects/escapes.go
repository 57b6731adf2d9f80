package suspects

import (
	"bytes"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// An escapeSearch examines the escapes \uXXXX in src.
type escapeSearch struct {
	src  []byte
	seen int // see findInPart

	suspects ruleset.Set // the rules that src violates or may violate
	open     int         // if src ends inside a string or escape, that string or escape begins at this index or later
	next     int         // everything before this index has been examined
	end      int         // the end of the last string that was found to contain an escape of a character outside ASCII
}

// look examines the escapes that begin in src[begin:end].
func (s *escapeSearch) look(begin, end int) {
	part := s.src[:min(end+1, len(s.src))]
	i := max(begin, s.next)
	for i < len(part) {
		if !beginsUnicode(part[i:]) { // this test comes first, because escapes often follow each other directly
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

// escape examines the escape at src[i], and returns the number of bytes examined.
func (s *escapeSearch) escape(i int) (length int) {
	if isEscaped(s.src[:i]) {
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
	if r >= 0x80 && i >= s.end {
		var isName, closed bool
		if s.end, isName, closed = restOfString(s.src, i+length); isName {
			s.suspects |= ruleset.Names
		}
		if !closed {
			s.open = min(s.open, i)
		}
	}
	s.suspects |= suspectRune(r, lone)
	return length
}

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
