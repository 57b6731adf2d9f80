package suspects

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// Find returns the rules that may find something in src if src is a valid document. It considers
// those of the given rules that examine tokens. It does not look for equal names, because the
// verdict does that.
//
// The parameter verdict contains the rules of the grammar for a verdict on src, and the result valid
// reports whether src is valid according to them. If they include I-JSON, Find does not look for
// what I-JSON excludes. If valid is false, s has no meaning.
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
	if verdict.IJSON {
		on = besideProfile(on)
	}
	if maySurvey(on, verdict) {
		return findBySurvey(src, on, verdict, scans)
	}
	s, _ = findInPart(src, on, 0)
	if s&ruleset.Names != 0 {
		names, valid := judgeNames(src, s, *verdict, 0, nil)
		if s = s&^ruleset.Names | names; valid {
			return s, true
		}
	}
	return s, isValid(src, verdict, scans)
}

// FindInValid is like Find for a text that is known to be valid.
func FindInValid(src []byte, on ruleset.Set, verdict scan.Rules) ruleset.Set {
	s, _ := findInPart(src, on, 0)
	if s&ruleset.Names != 0 {
		names, _ := judgeNames(src, s, verdict, 0, nil)
		s = s&^ruleset.Names | names
	}
	return s
}

// FindInBeginning is like FindInValid for the beginning of a document, which must be valid and end with a
// comma that is not in a string. It does not judge names, so names outside ASCII are always suspect.
func FindInBeginning(src []byte, on ruleset.Set) ruleset.Set {
	s, _ := findInPart(src, on, 0)
	return s
}

// FindInRecords is like FindInValid for a text that consists of lines, each of which is a valid
// document. The last line may lack its newline.
func FindInRecords(src []byte, on ruleset.Set, verdict scan.Rules) ruleset.Set {
	s, _ := findInPart(src, on, 0)
	if s&ruleset.Names == 0 {
		return s
	}
	end, found := bytes.LastIndexByte(src, '\n')+1, ruleset.Set(0)
	if end > 0 {
		found, _ = judgeNames(src[:end], s, verdict, jsonsimd.Records, nil)
	}
	if end < len(src) {
		last, _ := judgeNames(src[end:], s, verdict, 0, nil)
		found |= last
	}
	return s&^ruleset.Names | found
}
