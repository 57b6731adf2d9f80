package suspects

import (
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A survey looks for suspects while the kernels check whether a document is I-JSON. The kernels report
// the signs of each part of the document, so only parts with signs are examined.
type survey struct {
	on    ruleset.Set
	found ruleset.Set
	rows  bool // there may be many digits in a row

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
	return verdict.IJSON && verdict.UniqueNames && on&(ruleset.Characters|ruleset.Numbers)&^ruleset.Of(ruleset.BidiCharacters) == 0 && jsonsimd.HasKernel()
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
	s.begin(on)
	valid, complete := index.VisitSigns(*verdict, src, scans, s.signs)
	if complete {
		return s.suspects(src), true
	}
	if !valid {
		return 0, false
	}
	found, _ = findInPart(src, on, 0) // there is no kernel for this document
	return found, true
}

// surveyParts is like findBySurvey, but several goroutines check a long document. The result ok is false
// if the document is short or may be invalid.
func surveyParts(src []byte, on ruleset.Set, verdict scan.Rules) (found ruleset.Set, ok bool) {
	var all []*survey
	ok = parts.AcceptsSigns(verdict, src, func() parts.Visitor {
		s := new(survey)
		s.begin(on)
		all = append(all, s)
		return s.visit
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

// isValid reports whether src is valid. If scans is not set, it returns false if a scanner would have to
// decide.
func isValid(src []byte, verdict *scan.Rules, scans bool) bool {
	return scans && parts.Check(verdict, src) == nil || !scans && parts.Accepts(verdict, src)
}

func (s *survey) begin(on ruleset.Set) { s.on, s.found, s.rows = on, 0, false }

// visit examines a part with signs. It always returns true.
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
	return true
}

// suspects returns what the survey has found in src.
func (s *survey) suspects(src []byte) ruleset.Set {
	found := (s.found | ruleset.Pervasive) & (s.on | ruleset.Of(ruleset.NumberRange))
	if s.rows && s.on.Has(underflow) && hasManyDigits(src) {
		found |= ruleset.Of(ruleset.NumberRange)
	}
	return found
}
