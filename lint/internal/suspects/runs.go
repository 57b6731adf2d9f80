package suspects

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A runSearch examines the characters outside ASCII and the escapes \uXXXX in src. It divides them
// into runs, and examines the whole text of each run. Runs are so far apart that skipping the text
// between them saves time.
type runSearch struct {
	src []byte
	on  ruleset.Set

	begin, end int         // the current run is src[begin:end], and may continue
	suspects   ruleset.Set // the rules that src violates or may violate
	open       int         // anything that begins at this index or later may continue after the end of src
}

// longestEscape is the length in bytes of the longest escape.
const longestEscape = len(`\u0000`)

// extend adds src[begin:end], which contains a character outside ASCII or an escape, to the current
// run, or begins a new run with it.
func (s *runSearch) extend(begin, end int) {
	const near = 4 * search.SignUnit
	if begin > s.end+near {
		s.endRun()
		s.begin = begin
	}
	s.end = end
}

// endRun examines the current run, if there is one.
func (s *runSearch) endRun() {
	if s.begin == s.end {
		return
	}
	if s.on&ruleset.Names != 0 {
		names, open := suspectNames(s.src, s.begin, s.end)
		s.suspects |= names
		s.open = min(s.open, open)
	}
	s.suspects |= suspectCharacters(s.src, s.begin, s.end, s.on)
}

// suspectCharacters returns the rules that report invisible characters in src[begin:end], raw or as
// escapes. It considers the given rules, except those about names. The only escapes that it examines
// are those of control characters and of characters that change the direction of text.
func suspectCharacters(src []byte, begin, end int, on ruleset.Set) (s ruleset.Set) {
	on &= ruleset.Of(ruleset.Noncharacters, ruleset.ControlCharacters, ruleset.BidiCharacters)
	for i := begin; s != on; {
		n := search.IndexUnseen(src[i:end])
		if n < 0 {
			break
		}
		i += n // not past src[i], because the next character to find may begin with that byte
		if src[i] >= utf8.RuneSelf {
			r, _ := utf8.DecodeLastRune(src[:i+1])
			s |= on & suspectRune(r, false)
			continue
		}
		escape := bytes.LastIndexByte(src[:i], '\\')
		if r, length, lone := decodeUnicode(src[escape:]); length > 0 && !syntax.IsEscaped(src, 0, escape) {
			s |= on & suspectRune(r, lone)
		}
	}
	return s
}

// suspectNames returns the rules that names in src may violate. If a name has a character outside
// ASCII, raw or as an escape, and ends after src[begin], these are all rules about names; otherwise
// there are no such rules. Names after src[end] count only if they have such a character before
// src[end]. The result open has the same meaning as runSearch.open.
func suspectNames(src []byte, begin, end int) (s ruleset.Set, open int) {
	for i := begin; i < end; {
		n, isOpen := search.IndexNonASCIIName(src[i:end])
		switch {
		case n < 0 && !isOpen:
			return 0, len(src)
		case n < 0: // the string ends later
			i = end
		default:
			i += n
		}
		quote, isName, closed := restOfString(src, beginOfEscapes(src, i))
		switch {
		case !closed:
			return 0, lastSpecial(src[:i])
		case isName && isOddName(src, quote):
			return ruleset.Names, len(src)
		}
		i = quote + 1
	}
	return 0, len(src)
}

// isOddName reports whether the name that ends at src[quote] has a character outside ASCII.
func isOddName(src []byte, quote int) bool {
	return syntax.IsOutsideASCII(src[syntax.LastQuote(src[:quote], 0)+1 : quote])
}

// lastSpecial returns the index of the last byte outside ASCII or escape \uXXXX in b, which contains
// one of them.
func lastSpecial(b []byte) int {
	i := len(b) - 1
	for i > 0 && b[i] < utf8.RuneSelf && !beginsUnicode(b[i:]) {
		i--
	}
	return i
}
