package offer

import (
	"maps"
	"slices"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// HasWorked reports whether a repair of a finding has worked: the text has fewer errors than before, and no kind of finding that it did not have as
// often before. After the repair of a duplicate name, the text has one duplicate fewer, and all other findings that it had outside the
// removed member.
func HasWorked(d *lint.Diagnostic, fix *lint.Fix, before, after *lint.Report) bool {
	switch {
	case before.Omitted > 0 || after.Omitted > 0:
		return false
	case d.Code == tokenizer.DuplicateName.String():
		return isRemoved(d, fix, before, after)
	}
	return isBetter(before, after)
}

func isBetter(before, after *lint.Report) bool {
	if after.Count(lint.Error) >= before.Count(lint.Error) {
		return false
	}
	had := counts(before.Diagnostics)
	for kind, n := range counts(after.Diagnostics) {
		if n > had[kind] {
			return false
		}
	}
	return true
}

// isRemoved reports whether a fix removes a member whose name is a duplicate, and nothing else.
func isRemoved(d *lint.Diagnostic, fix *lint.Fix, before, after *lint.Report) bool {
	isInside := func(found lint.Diagnostic) bool {
		return slices.ContainsFunc(fix.Edits, func(e lint.Edit) bool { return covers(e, found.Offset) })
	}
	isGone := false
	for _, found := range before.Diagnostics {
		if !isInside(found) {
			continue
		}
		if found.Rule == "syntax" || found.Rule == "encoding" {
			return false // where the member ends is a guess
		}
		isGone = isGone || found.Offset == d.Offset && found.Code == d.Code
	}
	want := counts(slices.DeleteFunc(slices.Clone(before.Diagnostics), isInside))
	if !isGone { // the fix removes another member with that name, so that this one is no longer a duplicate
		want[kindOf(d)]--
	}
	maps.DeleteFunc(want, func(_ string, n int) bool { return n == 0 })
	return maps.Equal(counts(after.Diagnostics), want)
}

// counts returns how many findings of each kind there are.
func counts(found []lint.Diagnostic) map[string]int {
	n := map[string]int{}
	for i := range found {
		n[kindOf(&found[i])]++
	}
	return n
}

func kindOf(d *lint.Diagnostic) string { return d.Rule + "/" + d.Code }

// covers reports whether an offset is in the text that an edit replaces.
func covers(e lint.Edit, offset int64) bool { return e.Offset <= offset && offset < e.Offset+e.Length }
