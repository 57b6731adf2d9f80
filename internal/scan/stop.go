package scan

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A Stop is where a scanner may go on.
type Stop struct {
	Pos      int
	InString bool // pos counts as the opening quotation mark
	Quote    int  // where that is, or NoPlace if it is not in src any more
}

// StopIn returns where a scanner may go on at the end of b, of which from from on is known; there it
// may be in a string.
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
	return Stop{wholeText(b, from) - 1, true, max(quote, place.NoPlace)}, true
}

// withoutScalar takes away the last number or literal.
func withoutScalar(tokens []byte) []byte {
	for n := len(tokens) - 1; n > 0; n-- {
		if c := tokens[n]; c != '.' && c|0x20 != 'e' {
			return tokens[:n]
		}
	}
	return nil
}

// wholeText returns where b ends without an escape, or a character, that it ends
// within. From from on it is in a string.
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
