package suspects

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A nonASCIISearch examines the characters outside ASCII in src. It processes them in runs, which
// are far enough apart for starting a new run to pay off.
type nonASCIISearch struct {
	src []byte
	on  ruleset.Set

	begin, end int         // the edges of the run that may continue
	suspects   ruleset.Set // the rules that src violates or may violate
	open       int         // the end of what begins from here on may be missing
}

// extend adds src[begin:end], which contains such characters, to the run, or begins a new run.
func (s *nonASCIISearch) extend(begin, end int) {
	const near = 4 * search.SignUnit
	if begin > s.end+near {
		s.endRun()
		s.begin = begin
	}
	s.end = end
}

// endRun examines the run, if there is one.
func (s *nonASCIISearch) endRun() {
	if s.begin == s.end {
		return
	}
	if s.on&ruleset.Names != 0 {
		names, open := suspectNames(s.src, s.begin, s.end)
		s.suspects |= names
		s.open = min(s.open, open)
	}
	s.suspects |= suspectCharacters(s.src[s.begin:s.end], s.on)
}

// suspectCharacters returns those of the rules in the set on that characters outside ASCII in src
// violate, except rules about names.
func suspectCharacters(src []byte, on ruleset.Set) (s ruleset.Set) {
	on &= ruleset.Of(ruleset.Noncharacters, ruleset.ControlCharacters, ruleset.BidiCharacters)
	for i := 0; s != on; {
		n := search.IndexUnseen(src[i:])
		if n < 0 {
			break
		}
		i += n // may be the first byte of the next character to find
		r, _ := utf8.DecodeLastRune(src[:i+1])
		s |= on & suspectRune(r, false)
	}
	return s
}

// suspectNames returns the rules that names in src may violate: all rules about names if a name has
// an unescaped character outside ASCII in src[begin:end], and otherwise none.
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
			return 0, nonASCIIString(src[:i])
		case isName:
			return ruleset.Names, len(src)
		}
		i = quote + 1
	}
	return 0, len(src)
}
