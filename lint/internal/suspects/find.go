package suspects

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// Find returns the rules that may find something in src if src is a valid document. It considers
// those of the given rules that examine tokens. It does not look for equal names, because the
// verdict does that.
//
// The parameter verdict contains the rules of the grammar for a verdict on src, and the result valid
// reports whether src is valid according to them. Find does not look for what these rules exclude: what
// I-JSON does not allow, or names that look alike. If valid is false, s has no meaning.
func Find(src []byte, on ruleset.Set, verdict *scan.Rules) (s ruleset.Set, valid bool) {
	return find(src, on, verdict, true)
}

// FindByKernels is like Find, but valid is also false if the kernels do not find src valid, and a
// scanner would have to decide. This is the case if src is nested as deeply as verdict allows.
func FindByKernels(src []byte, on ruleset.Set, verdict *scan.Rules) (s ruleset.Set, valid bool) {
	return find(src, on, verdict, false)
}

// find is like Find if scans is set, and like FindByKernels otherwise.
func find(src []byte, on ruleset.Set, verdict *scan.Rules, scans bool) (s ruleset.Set, valid bool) {
	on = beside(on, verdict)
	if maySurvey(on, verdict) {
		return findBySurvey(src, on, verdict, scans)
	}
	s, _ = findInPart(src, on, 0)
	return s, isValid(src, verdict, scans)
}

// FindInValid is like Find for a text that is known to be valid.
func FindInValid(src []byte, on ruleset.Set, verdict scan.Rules) ruleset.Set {
	s, _ := findInPart(src, on, 0)
	if s&ruleset.Names != 0 && Differ(src, verdict, FormFor(s&ruleset.Names)) {
		s &^= ruleset.Names
	}
	return s
}

// FindInBeginning is like FindInValid for the beginning of a document, which must be valid and end with a
// comma that is not in a string. Names outside ASCII are always suspect.
func FindInBeginning(src []byte, on ruleset.Set) ruleset.Set {
	s, _ := findInPart(src, on, 0)
	return s
}

// FindInRecords is like FindInValid for a text that consists of lines, each of which is a valid
// document. The last line may lack its newline.
func FindInRecords(src []byte, on ruleset.Set, verdict scan.Rules) ruleset.Set {
	s, _ := findInPart(src, on, 0)
	if s&ruleset.Names != 0 && DifferInLines(src, verdict, FormFor(s&ruleset.Names)) {
		s &^= ruleset.Names
	}
	return s
}
