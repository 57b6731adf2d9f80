package lint

import (
	"cmp"
	"slices"
	"sort"
)

// Apply returns src with the fixes of the diagnostics applied, and the number of these fixes. A fix is applied as a
// whole or not at all: if two overlap, the one whose first edit comes later is left out. A fix whose edits are not
// in order, or not within src, is left out too. What is left out can be found and fixed in the
// result.
//
// If no fix is applied, Apply returns src itself. It takes n log n comparisons for n edits.
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
	return edits.applyTo(src), applied
}

// fits reports whether a fix has edits, and they are in rising order, do not overlap, and are within a text of
// size bytes.
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

// add adds all edits of a fix, if none of them overlaps an edit in e.
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

// place returns the index at which an edit belongs. An insertion precedes an edit of the bytes after it.
func (e edits) place(edit Edit) int {
	return sort.Search(len(e), func(i int) bool {
		if e[i].Offset == edit.Offset {
			return e[i].Length >= edit.Length
		}
		return e[i].Offset > edit.Offset
	})
}

// overlaps reports whether an edit changes bytes that another one changes, or inserts something among them, or
// inserts something where another one does.
func (e edits) overlaps(edit Edit) bool {
	i := e.place(edit)
	if i < len(e) && (e[i].Offset < edit.Offset+edit.Length || e[i].Offset == edit.Offset && e[i].Length == edit.Length) {
		return true
	}
	return i > 0 && e[i-1].Offset+e[i-1].Length > edit.Offset
}

func (e edits) applyTo(src []byte) []byte {
	fixed, done := make([]byte, 0, len(src)), int64(0)
	for _, edit := range e {
		fixed = append(append(fixed, src[done:edit.Offset]...), edit.New...)
		done = edit.Offset + edit.Length
	}
	return append(fixed, src[done:]...)
}

// A mending is a text to which fixes are applied as they are found, in the order of their places.
type mending struct {
	src   []byte
	out   []byte // for src[:done]
	done  int64
	count int
}

// edit applies an edit, unless another one has changed the bytes that it is about.
func (m *mending) edit(e Edit) {
	if e.Offset < m.done {
		return
	}
	if m.out == nil {
		m.out = make([]byte, 0, len(m.src)+len(m.src)/16)
	}
	m.out = append(append(m.out, m.src[m.done:e.Offset]...), e.New...)
	m.done = e.Offset + e.Length
	m.count++
}

// text returns the text when all edits have been applied.
func (m *mending) text() []byte { return append(m.out, m.src[m.done:]...) }
