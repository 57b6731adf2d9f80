package suspects

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// FormFor returns the form in which names must differ, and which must be sure of them, so that the given rules about pairs of names
// and about normalization find nothing. It returns nil if none of them is on.
func FormFor(on ruleset.Set) *unique.Form {
	switch anyCase := on.Has(ruleset.CaseCollision); {
	case on&ruleset.Names == 0 && !anyCase:
		return nil
	case on&ruleset.Names == 0:
		return unique.AnyCase
	case anyCase:
		return names.LooksInAnyCase
	case on.Has(ruleset.UnnormalizedKeys):
		return names.Looks
	}
	return names.Skeleton
}

// Differ reports whether the names in each object of src, which is a valid document, differ in the given form. It may return false
// for names that do.
func Differ(src []byte, rules scan.Rules, f *unique.Form) bool {
	rules.IJSON, rules.UniqueNames, rules.Form = false, true, f
	return index.Passes(&rules, src, nil)
}

// DifferInLines is like Differ for the objects of the given lines, each of which is a valid document. The last line may lack its
// newline.
func DifferInLines(lines []byte, rules scan.Rules, f *unique.Form) bool {
	end := bytes.LastIndexByte(lines, '\n') + 1
	if end < len(lines) && !Differ(lines[end:], rules, f) {
		return false
	}
	rules.IJSON, rules.UniqueNames, rules.Form = false, true, f
	return end == 0 || index.PassesKernels(rules, lines[:end], 0, jsonsimd.Records, nil)
}
