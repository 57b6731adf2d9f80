package fastscan

import (
	"strings"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A Stop is a position at which a scanner may continue.
type Stop struct {
	Pos      int
	InString bool // Pos is inside a string, and the byte at Pos takes the place of the opening quotation mark
	Quote    int  // offset of the real quotation mark, or NoPlace if it is no longer in the text
}

// StopIn returns where a scanner may continue at the end of b. It does not read b before b[from];
// inString reports whether b[from] is inside a string that begins before it. If the stop is before
// the end of the last known token, that token is removed from known. StopIn returns false if it
// does not find such a position.
func StopIn(b []byte, from int, inString bool, known *jsonsimd.State) (Stop, bool) {
	if known.InString {
		return stopInString(b, from, inString, known)
	}
	begin := len(b)
	for begin > from && syntax.LooksNumeric(b[begin-1]) {
		begin--
	}
	if begin < len(b) {
		known.Tokens = withoutScalar(known.Tokens)
	}
	return Stop{begin, false, place.NoPlace}, len(known.Tokens) >= known.Open
}

// stopInString is like StopIn, but b must end inside a string.
func stopInString(b []byte, from int, inString bool, known *jsonsimd.State) (Stop, bool) {
	last := len(known.Tokens) - 1
	if known.Tokens[last] != '"' || last < known.Open {
		return Stop{}, false
	}
	known.Tokens = known.Tokens[:last]
	quote := syntax.LastQuote(b, from)
	if quote < 0 && !inString {
		return Stop{}, false
	}
	if quote >= 0 {
		from = quote + 1
	}
	end := wholeText(b, from)
	if endsWithHigh(b[from:end]) {
		end -= loneLen // the other half of the pair may follow
	}
	return Stop{end - 1, true, max(quote, place.NoPlace)}, true
}

// loneLen is the length of the escape of a lone surrogate.
const loneLen = len(`\uD800`)

// endsWithHigh reports whether b ends with the escape of a surrogate that can be the first half of a
// pair. b must be part of a string, and valid.
func endsWithHigh(b []byte) bool {
	n := len(b) - loneLen
	return n >= 0 && b[n] == '\\' && b[n+1] == 'u' && b[n+2]|0x20 == 'd' && strings.IndexByte("89abAB", b[n+3]) >= 0 && !syntax.IsEscaped(b, 0, n)
}

// withoutScalar returns tokens without the last number or literal. All tokens that are parts of the
// number are removed.
func withoutScalar(tokens []byte) []byte {
	for n := len(tokens) - 1; n > 0; n-- {
		if c := tokens[n]; c != '.' && c|0x20 != 'e' {
			return tokens[:n]
		}
	}
	return nil
}

// wholeText returns the length of b, not counting an escape or a character that is cut off at the
// end of b. b[from:] must be part of a string.
func wholeText(b []byte, from int) int {
	const longest = len(`\uXXXX`)
	for i := len(b) - 1; i >= max(from, len(b)-longest+1); i-- {
		if b[i] != '\\' {
			continue
		}
		isWhole := i+1 < len(b) && b[i+1] != 'u'
		if syntax.IsEscaped(b, from, i) || isWhole {
			break
		}
		return i
	}
	return len(b) - min(utf8check.Unfinished(b), len(b)-from)
}
