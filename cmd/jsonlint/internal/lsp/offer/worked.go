package offer

import (
	"maps"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// HasWorked reports whether a repair of a finding has worked. For an error in the syntax, see [IsBetter]. For a duplicate name, the text has one
// duplicate less than before, and all other findings that it had outside of the removed member.
func HasWorked(d *lint.Diagnostic, fix *lint.Fix, before, after *lint.Report) bool {
	if d.Code != tokenizer.DuplicateName.String() {
		return IsBetter(before, after)
	}
	if before.Omitted > 0 || after.Omitted > 0 {
		return false
	}
	want := map[string]int{}
	isRemoved := false
	for i := range before.Diagnostics {
		other := &before.Diagnostics[i]
		if !isIn(other, fix) {
			want[key(other)]++
			continue
		}
		if other.Rule == "syntax" || other.Rule == "encoding" {
			return false // where the member ends is a guess
		}
		isRemoved = isRemoved || other.Offset == d.Offset && other.Code == d.Code
	}
	if !isRemoved {
		want[key(d)]--
	}
	got := map[string]int{}
	for i := range after.Diagnostics {
		got[key(&after.Diagnostics[i])]++
	}
	maps.DeleteFunc(want, func(_ string, n int) bool { return n == 0 })
	return maps.Equal(got, want)
}

func key(d *lint.Diagnostic) string { return d.Rule + "/" + d.Code }

// isIn reports whether a finding is in the text that a fix replaces.
func isIn(d *lint.Diagnostic, fix *lint.Fix) bool {
	for _, e := range fix.Edits {
		if e.Offset <= d.Offset && d.Offset < e.Offset+e.Length {
			return true
		}
	}
	return false
}
