package fastscan

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/unique"
)

// When kernels find an error, the scanner must determine what it is, but need not read all of the
// text before it. jsonsimd.Checker.Retreat goes back to a position up to which the text is valid. It
// returns the brackets that are open at that position, and the tokens around it.

// Retreat returns where in b a scanner may continue, shortly before the error that json has found
// in b[begin:end]. That part of b is the text written to json since Reset or the last Pause.
// Retreat leaves the state for that scanner in r; lowest is the lowest depth among the known
// tokens. Retreat does not read b before b[from]; inString reports whether b[from] is inside a
// string that begins before it. Retreat returns false if it does not know such a position.
func (r *Replay) Retreat(json *jsonsimd.Checker, maxDepth int, b []byte, begin, end, from int, inString bool) (at Stop, lowest int, ok bool) {
	known, places, ok := json.Retreat(b[begin:end])
	if !ok {
		return Stop{}, 0, false
	}
	passed := r.passValid(maxDepth, &known)
	valid := passed
	if places[0].Tokens > valid {
		if places = json.PlacesBefore(b[begin:end]); places[0].Tokens > valid {
			return Stop{}, 0, false // the token begins before the first known place
		}
	}
	near := lastPlace(places, valid)
	near.At += begin
	exact := valid < len(known.Tokens) || near.Tokens < known.Open
	if near.At < from && (near.InString || !exact) {
		return Stop{}, 0, false // the text before b[from] is not available
	}
	if exact {
		at, valid = exactly(b[:end], from, known.Tokens, near, valid)
		known.Tokens = known.Tokens[:valid]
	} else {
		known.Tokens, known.InString = known.Tokens[:near.Tokens], near.InString
		at, ok = StopIn(b[:near.At], from, inString, &known)
	}
	if !ok || at.Pos < from {
		return Stop{}, 0, false
	}
	return at, known.Lowest, len(known.Tokens) == passed || r.Run(maxDepth, &known)
}

// Approach moves s to a stop in its source, and gives it the state of r. It swaps the nesting of s with that of r.
func (r *Replay) Approach(s *scan.Scanner, at *Stop) {
	s.Pos, s.State, s.From, s.Scanned = at.Pos, r.State, 0, 0
	if at.InString {
		s.Pos, s.From = at.Quote, at.Pos+1
	}
	s.Nesting, r.Nesting = r.Nesting, s.Nesting
}

// lastPlace returns the last of the places that have at most the given number of tokens before
// them. The first place is returned if no other qualifies.
func lastPlace(places []jsonsimd.Place, tokens int) jsonsimd.Place {
	i := len(places) - 1
	for i > 0 && places[i].Tokens > tokens {
		i--
	}
	return places[i]
}

// exactly returns where in b the token with the given index begins, and how many tokens precede it.
// The token is either the first invalid one, or the one after all known tokens. A number counts as
// a whole, so the result may be the beginning of the number that contains the token.
func exactly(b []byte, from int, tokens []byte, near jsonsimd.Place, index int) (Stop, int) {
	if index == len(tokens) && syntax.LooksNumeric(tokens[index-1]) || index < len(tokens) && isNumberPart(tokens[index]) {
		index = len(withoutScalar(tokens[:index]))
	}
	pos := passTokens(b, from, near, index)
	for pos > from && pos < len(b) && syntax.LooksNumeric(b[pos]) && syntax.LooksNumeric(b[pos-1]) {
		pos--
	}
	return Stop{pos, false, place.NoPlace}, index
}

// passTokens returns where in b the token with the given index begins. It starts from near, which
// is at or before that token. Each token in between must be valid on its own.
func passTokens(b []byte, from int, near jsonsimd.Place, index int) int {
	i, left := near.At, index-near.Tokens
	switch {
	case near.InString:
		if syntax.IsEscaped(b, from, i) {
			i++
		}
		i += stringRest(b[i:])
	case i > from && syntax.LooksNumeric(b[i-1]):
		begin := i - 1
		for begin > from && syntax.LooksNumeric(b[begin-1]) {
			begin--
		}
		n, parts := restOfScalar(b[i:], syntax.IsNumberStart(b[begin]))
		if parts > left { // the token to find is part of this number
			return i
		}
		i, left = i+n, left-parts
	}
	for i < len(b) {
		switch c := b[i]; {
		case c == '\n' && near.Lines && left > 0: // between records, a newline is a token
			i++
		case syntax.IsSpace(c) && !(c == '\n' && near.Lines):
			i++
			continue
		case left == 0:
			return i
		case c == '"':
			n, _ := syntax.StringLen(b[i:])
			i += n
		case syntax.LooksNumeric(c):
			n, parts := restOfScalar(b[i:], syntax.IsNumberStart(c))
			if parts >= left { // the token to find is part of this number
				return i
			}
			i, left = i+n, left-parts
		default:
			i++
		}
		left--
	}
	return i
}

// stringRest returns the length of the rest of a string. The start of b is inside that string.
func stringRest(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(b)
}

// restOfScalar returns how many bytes at the start of b belong to a number or literal. parts is how
// many of these bytes count as separate tokens; see [isNumberPart].
func restOfScalar(b []byte, isNumber bool) (n, parts int) {
	for n < len(b) && syntax.LooksNumeric(b[n]) {
		if isNumber && isNumberPart(b[n]) {
			parts++
		}
		n++
	}
	return n, parts
}

// isNumberPart reports whether the token is part of a number, that is, a decimal point or an
// exponent.
func isNumberPart(token byte) bool { return token == '.' || token|0x20 == 'e' }

// ApproachName moves s to the name before src[colon], which its object already has.
// Offsets in the source of s are smaller than those in src; moved is the difference. The nesting of s
// becomes a single object, since the containers around that object do not matter to the error.
func ApproachName(s *scan.Scanner, src []byte, colon, moved int) {
	s.Pos = unique.Before(src, colon) - moved
	s.Named, s.State = s.Pos, scan.WantNextName
	s.Nesting.Push(true)
}

// IsBeforeName reports whether s is before a name that follows another member. That may be
// because its object already has the name; see [ApproachName].
func IsBeforeName(s *scan.Scanner) bool {
	return s.State == scan.WantNextName && s.Pos < len(s.Src) && s.Src[s.Pos] == '"'
}
