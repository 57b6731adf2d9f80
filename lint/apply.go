package lint

import (
	"cmp"
	"slices"
	"sort"
)

// Apply returns src with the fixes of the diagnostics made, and how many have been. A fix is
// made as a whole or not at all: one that overlaps another, which comes before it in the order
// of first edits, is left out, and so is one whose edits are not in order or not within src.
// What is left out can be found in what comes back, and be fixed then.
//
// Without a fix that is made, src itself is returned. It takes n log n comparisons for n edits.
func Apply(src []byte, diagnostics []Diagnostic) (fixed []byte, applied int) {
	var fixes []*Fix
	for i := range diagnostics {
		if f := diagnostics[i].Fix; f != nil && f.fits(len(src)) {
			fixes = append(fixes, f)
		}
	}
	slices.SortStableFunc(fixes, func(a, b *Fix) int { return cmp.Compare(a.Edits[0].Offset, b.Edits[0].Offset) })
	var edits edits
	for _, f := range fixes {
		if edits.add(f.Edits) {
			applied++
		}
	}
	if applied == 0 {
		return src, 0
	}
	return edits.apply(src), applied
}

// fits reports whether a fix has edits, in rising order, not overlapping, within so many
// bytes.
func (f *Fix) fits(size int) bool {
	end := int64(0)
	for _, e := range f.Edits {
		if e.Offset < end || e.Length < 0 || e.Length > int64(size)-e.Offset {
			return false
		}
		end = e.Offset + e.Length
	}
	return len(f.Edits) > 0
}

// edits are in rising order, and do not overlap.
type edits []Edit

// add adds all edits of a fix, if none overlaps one that is there.
func (e *edits) add(more []Edit) bool {
	for _, edit := range more {
		if e.overlaps(edit) {
			return false
		}
	}
	for _, edit := range more {
		*e = slices.Insert(*e, e.place(edit), edit)
	}
	return true
}

// place returns where an edit belongs. An insertion comes before what changes the bytes behind it.
func (e edits) place(edit Edit) int {
	return sort.Search(len(e), func(i int) bool {
		if e[i].Offset == edit.Offset {
			return e[i].Length >= edit.Length
		}
		return e[i].Offset > edit.Offset
	})
}

// overlaps reports whether an edit changes bytes that another one changes, or inserts
// something in the midst of them, or at the place where something is inserted already.
func (e edits) overlaps(edit Edit) bool {
	i := e.place(edit)
	if i < len(e) && (e[i].Offset < edit.Offset+edit.Length || e[i].Offset == edit.Offset && e[i].Length == edit.Length) {
		return true
	}
	return i > 0 && e[i-1].Offset+e[i-1].Length > edit.Offset
}

func (e edits) apply(src []byte) []byte {
	fixed, done := make([]byte, 0, len(src)), int64(0)
	for _, edit := range e {
		fixed = append(append(fixed, src[done:edit.Offset]...), edit.New...)
		done = edit.Offset + edit.Length
	}
	return append(fixed, src[done:]...)
}
