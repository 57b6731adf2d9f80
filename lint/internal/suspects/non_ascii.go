package suspects

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A nonASCIISearch examines the characters outside ASCII in src. It divides them into runs, and
// examines all of the text of a run. Runs are so far apart that it pays to skip the text between
// them.
type nonASCIISearch struct {
	src []byte
	on  ruleset.Set

	begin, end int         // the current run is src[begin:end], and may continue
	suspects   ruleset.Set // the rules that src violates or may violate
	open       int         // anything that begins at this index or later may continue after the end of src
}

// extend adds src[begin:end], which contains characters outside ASCII, to the current run, or
// begins a new run with it.
func (s *nonASCIISearch) extend(begin, end int) {
	const near = 4 * search.SignUnit
	if begin > s.end+near {
		s.endRun()
		s.begin = begin
	}
	s.end = end
}

// endRun examines the current run, if there is one.
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

// suspectCharacters returns the rules that report characters outside ASCII in src. It considers the
// given rules, except rules about names.
func suspectCharacters(src []byte, on ruleset.Set) (s ruleset.Set) {
	on &= ruleset.Of(ruleset.Noncharacters, ruleset.ControlCharacters, ruleset.BidiCharacters)
	for i := 0; s != on; {
		n := search.IndexUnseen(src[i:])
		if n < 0 {
			break
		}
		i += n // not past src[i], because the next character to find may begin with that byte
		r, _ := utf8.DecodeLastRune(src[:i+1])
		s |= on & suspectRune(r, false)
	}
	return s
}

// suspectNames returns the rules that names in src may violate. If a name has an unescaped
// character outside ASCII in src[begin:end], these are all rules about names; otherwise there are
// no such rules. The result open has the same meaning as nonASCIISearch.open.
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
