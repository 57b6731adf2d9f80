package parts

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// A Cut is a place between two parts of a document. A value ends before it, or it is inside a
// string that is a value.
type Cut struct {
	At       int // offset in the document, or in the part of it that is at hand
	InString bool
}

// window is how many bytes are searched for a place to cut. Strings that are longer than about that
// length are cut inside.
const window = 4 << 10

// Next returns a place to cut b that follows soon after b[from]. It returns false if it finds none.
// The place may be wrong; see the description of the package.
func Next(b []byte, from int) (Cut, bool) {
	to := min(from+window, len(b))
	inside := seemsInside(b, from, to)
	begin := from // of the string, if inside is set
	for i := from; i < to; i++ {
		switch c := b[i]; {
		case inside && c == '"':
			inside = i == from && syntax.IsEscaped(b, max(from-window, 0), i)
		case inside && c == '\\':
			i++
		case inside:
		case c == '"':
			inside, begin = true, i
		case c == ',':
			return Cut{i, false}, true
		}
	}
	if !inside {
		return Cut{}, false
	}
	return insideString(b, begin+1, to)
}

// insideString returns a place to cut a string that covers b[from:to]. The place is not close to an
// escape, so that it does not separate a pair of surrogates either.
func insideString(b []byte, from, to int) (Cut, bool) {
	const apart = len(`\uXXXX\uXXXX`)
	for at := to - 1; at >= from+apart; at-- {
		if escape := bytes.LastIndexByte(b[at-apart:at], '\\'); escape >= 0 {
			at -= apart - escape - 1
			continue
		}
		if utf8.RuneStart(b[at]) {
			return Cut{at, true}, true
		}
	}
	return Cut{}, false
}

// seemsInside guesses whether b[from] is inside a string, judging by b[from:to] and a few bytes
// around it. In a valid document, a newline is outside all strings, a backslash is inside one, and
// what comes before and after a quotation mark shows whether it opens or closes a string. If that
// does not decide, because a string contains something like `","`, the next quotation mark may.
func seemsInside(b []byte, from, to int) bool {
	inside := false // what is true at i if b[from] is outside all strings
	for i := from; i < to; i++ {
		n := bytes.IndexAny(b[i:to], "\"\\\n")
		if n < 0 {
			break
		}
		i += n
		switch {
		case b[i] == '\n':
			return inside
		case b[i] == '\\' || syntax.IsEscaped(b, max(from-window, 0), i):
			return !inside
		}
		if opens, closes := mayOpen(b[:i]), mayClose(b[i+1:]); opens != closes {
			return inside == opens
		}
		inside = !inside
	}
	return !inside && !hasPlainComma(b, from, to)
}

// mayOpen reports whether a string may begin after b, judging by the last byte that is not white
// space.
func mayOpen(b []byte) bool {
	for i := len(b) - 1; i >= max(len(b)-window, 0); i-- {
		if !syntax.IsSpace(b[i]) {
			return bytes.IndexByte([]byte("{[,:"), b[i]) >= 0
		}
	}
	return true
}

// mayClose reports whether a string may have ended before b.
func mayClose(b []byte) bool {
	for _, c := range b[:min(len(b), window)] {
		if !syntax.IsSpace(c) {
			return bytes.IndexByte([]byte(",:}]"), c) >= 0
		}
	}
	return true
}

// hasPlainComma reports whether the first comma in b[from:to] looks like one between values other
// than strings. There are no quotation marks in b[from:to].
func hasPlainComma(b []byte, from, to int) bool {
	at := bytes.IndexByte(b[from:to], ',')
	if at < 0 {
		return bytes.ContainsAny(b[from:to], "[]{}")
	}
	at += from
	before, after := byte('0'), byte('0')
	if at > 0 {
		before = b[at-1]
	}
	if rest := bytes.TrimLeft(b[at+1:min(at+window, len(b))], " \t\r\n"); len(rest) > 0 {
		after = rest[0]
	}
	return bytes.IndexByte([]byte("0123456789]}el"), before) >= 0 && bytes.IndexByte([]byte("-0123456789[{tfn"), after) >= 0
}
