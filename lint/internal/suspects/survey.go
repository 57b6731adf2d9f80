package suspects

import (
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A survey looks for suspects while the kernels check whether a document is I-JSON. The kernels report
// the signs of each part of the document, so only parts with signs are examined.
type survey struct {
	on     ruleset.Set
	found  ruleset.Set
	rows   bool // there may be many digits in a row
	judges bool // names are judged as well
	named  bool // names must be judged
	open   int  // index in a string with a character outside ASCII or a \u escape, whose end has not been reached; or -1

	signs func(src []byte, from, to int, signs jsonsimd.Signs) bool // the method visit, stored here to avoid allocations
}

var surveys = sync.Pool{New: func() any {
	s := new(survey)
	s.signs = s.visit
	return s
}}

// maySurvey reports whether a survey finds all suspects among the given rules, except those that need
// no search.
func maySurvey(on ruleset.Set, verdict *scan.Rules) bool {
	surveyed := ruleset.Of(ruleset.BidiCharacters) | ruleset.Names
	return verdict.IJSON && verdict.UniqueNames && on&(ruleset.Characters|ruleset.Numbers)&^surveyed == 0 && jsonsimd.HasKernel()
}

// findBySurvey is like find, for rules that a survey finds.
func findBySurvey(src []byte, on ruleset.Set, verdict *scan.Rules, scans bool) (found ruleset.Set, valid bool) {
	if index.IsInconspicuous(src) {
		rules := *verdict
		rules.IJSON = false // anything that I-JSON excludes, except equal names, would be conspicuous
		return on & ruleset.Pervasive, isValid(src, &rules, scans)
	}
	if verdict.Workers > 1 {
		if found, ok := surveyParts(src, on, *verdict); ok {
			return found, true
		}
	}
	s := surveys.Get().(*survey)
	defer surveys.Put(s)
	s.begin(on, false)
	valid, complete := index.VisitSigns(*verdict, src, scans, s.signs)
	switch {
	case s.named || complete && s.endsInName(src):
		s.begin(on, true)
		names, known := judgeNames(src, on, *verdict, 0, s.signs)
		if known {
			return s.suspects(src) | names, true
		}
		valid = isValid(src, verdict, scans)
	case complete:
		return s.suspects(src), true
	}
	if !valid {
		return 0, false
	}
	found, _ = findInPart(src, on, 0) // there is no kernel for this document
	return found, true
}

// surveyParts is like findBySurvey, but several goroutines check a long document. The result ok is false
// if the document is short or may be invalid, or if names must be judged.
func surveyParts(src []byte, on ruleset.Set, verdict scan.Rules) (found ruleset.Set, ok bool) {
	var all []*survey
	ok = parts.AcceptsSigns(verdict, src, func() parts.Visitor {
		s := new(survey)
		s.begin(on, false)
		all = append(all, s)
		return s
	})
	if !ok {
		return 0, false
	}
	sum := survey{on: on}
	for _, s := range all {
		sum.found |= s.found
		sum.rows = sum.rows || s.rows
	}
	return sum.suspects(src), true
}

// Begin implements [parts.Visitor].
func (s *survey) Begin() { s.open = -1 }

// End implements [parts.Visitor]. A string that continues in the next part is not a name.
func (s *survey) End(src []byte) (ok bool) { return !s.endsInName(src) }

// Signs implements [parts.Visitor].
func (s *survey) Signs(src []byte, from, to int, signs jsonsimd.Signs) (goOn bool) {
	return s.visit(src, from, to, signs)
}

// isValid reports whether src is valid. If scans is not set, it returns false if a scanner would have to
// decide.
func isValid(src []byte, verdict *scan.Rules, scans bool) bool {
	return scans && parts.Check(verdict, src) == nil || !scans && parts.Accepts(verdict, src)
}

func (s *survey) begin(on ruleset.Set, judges bool) {
	s.on, s.judges = on, judges
	s.found, s.rows, s.named, s.open = 0, false, false, -1
}

// visit examines a part with signs. It returns false if names must be judged.
func (s *survey) visit(src []byte, from, to int, signs jsonsimd.Signs) (goOn bool) {
	if signs.Bidi {
		s.found |= ruleset.Of(ruleset.BidiCharacters)
	}
	s.rows = s.rows || signs.LargeNumbers
	if signs.SmallNumbers && s.on.Has(underflow) && !s.found.Has(ruleset.NumberRange) {
		const longest = len("0e-000")
		if hasLargeExponent(src, max(from-longest, 0), to, true) {
			s.found |= ruleset.Of(ruleset.NumberRange)
		}
	}
	if signs.BeyondASCII && s.on&ruleset.Names != 0 && !s.judges {
		s.named = s.findName(src, max(from-longestEscape, 0), to)
	}
	return !s.named
}

// findName reports whether names must be judged because of src[begin:end], which has a character outside
// ASCII or an escape of one. The search for the end of the last string stops at src[end], so that the whole
// search takes linear time.
func (s *survey) findName(src []byte, begin, end int) bool {
	text := src[:end]
	for i := begin; i < end; {
		if s.open < 0 {
			n, isOpen := search.IndexNonASCIIName(text[i:])
			if n < 0 && !isOpen {
				return false
			}
			if n < 0 {
				n = end - i
			}
			s.open = beginOfEscapes(src, i+n)
		}
		quote, isName, closed := restOfString(text, s.open)
		if !closed {
			s.open = beginOfEscapes(src, quote)
			return false
		}
		if isName && isOddName(src, quote) {
			return true
		}
		s.open, i = -1, max(i, quote+1)
	}
	return false
}

// endsInName is like findName for the rest of src, if the end of the last string has not been reached.
func (s *survey) endsInName(src []byte) bool {
	if s.open < 0 || s.open >= len(src) { // the latter if src is short and the visitor got a copy after other bytes
		return false
	}
	quote, isName, closed := restOfString(src, s.open)
	return closed && isName && isOddName(src, quote)
}

// suspects returns what the survey has found in src.
func (s *survey) suspects(src []byte) ruleset.Set {
	found := (s.found | ruleset.Pervasive) & (s.on | ruleset.Of(ruleset.NumberRange))
	if s.rows && s.on.Has(underflow) && hasManyDigits(src) {
		found |= ruleset.Of(ruleset.NumberRange)
	}
	return found
}
