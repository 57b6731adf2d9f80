package lint

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// findings holds the findings of one document, up to the limit. It keeps the most severe findings.
// Among equally severe findings it keeps the first, ordered by offset and rule. All others are only
// counted, so that no input makes a report larger than the limit allows.
type findings struct {
	source  *source         // of the document
	limit   int             // negative for no limit
	skips   bool            // findings that would be omitted are not needed; see [Options.SkipOmitted]
	narrows bool            // skips is set and a finding has been omitted, so some rules may not be needed any more; see tokenWalk.narrow
	stopAt  Severity        // stopped is set by the first finding of this severity or a higher one; Off if nothing sets it
	stopped bool            // no more findings are needed
	ctx     context.Context // if it is done, no more findings are needed; nil if nothing can cancel the check
	polls   int             // number of calls of poll
	floor   Severity        // findings of this severity or a lower one are only counted
	kept    byWeight
	spare   []*finding               // zero findings, for reuse
	fresh   []*finding               // findings in a stream, as long as their positions are not known
	brief   bool                     // findings need neither related places nor fixes nor excerpts
	made    int                      // number of findings so far
	omitted [ruleset.Count]int       // number of omitted findings of each rule
	levels  *[ruleset.Count]Severity // the severities of the rules
	room    int                      // number of bytes that pointers may still take; negative if they already take too many
}

// mostPointers limits how many bytes the pointers of a document may take. In a deeply nested
// document, pointers are long, and more of them would not be useful.
const mostPointers = 16 << 20

// A finding is a diagnostic that is not complete yet. Its offsets count from the start of the
// document.
type finding struct {
	Diagnostic
	id        ruleset.ID
	unfixable bool // no fix makes the text valid, so that none is made
	serial    int  // orders findings of one rule at the same offset
}

func (f *finding) compare(g *finding) int {
	return cmp.Or(cmp.Compare(f.Offset, g.Offset), cmp.Compare(f.id, g.id), cmp.Compare(f.serial, g.serial))
}

// byWeight is a heap. The finding at the top is the next one to be omitted.
type byWeight []*finding

func (h byWeight) Len() int { return len(h) }
func (h byWeight) Less(i, j int) bool {
	if h[i].Severity != h[j].Severity {
		return h[i].Severity < h[j].Severity
	}
	return h[i].compare(h[j]) > 0
}
func (h byWeight) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *byWeight) Push(x any)   { *h = append(*h, x.(*finding)) }
func (h *byWeight) Pop() any     { panic("BUG: findings are replaced, never popped") }

// poll sets stopped if the check has been cancelled. It is called often, so it only looks now and then.
func (f *findings) poll() {
	const often = 4096
	if f.polls++; f.polls%often == 0 {
		f.look()
	}
}

// look sets stopped if the check has been cancelled.
func (f *findings) look() { f.stopped = f.stopped || f.ctx != nil && f.ctx.Err() != nil }

// add returns a new finding, which the caller fills in. It returns nil if the rule is off, or if
// the limit has been reached with findings that are more severe, or equally severe and earlier.
func (f *findings) add(id ruleset.ID, offset, length int64) *finding {
	level := f.levels[id]
	if level == Off {
		return nil
	}
	f.stopped = f.stopped || f.stopAt != Off && level >= f.stopAt
	if !f.keeps(id, offset) {
		f.omitted[id]++
		f.narrows = f.skips
		return nil
	}
	added := f.unused()
	added.id, added.serial, added.Rule, added.Severity = id, f.made, rules[id].Name, level
	added.Offset, added.Length = offset, length
	f.made++
	if f.source.streams() {
		f.fresh = append(f.fresh, added)
	}
	switch {
	case f.isFull():
		f.omitted[f.kept[0].id]++
		f.kept[0] = added
		heap.Fix(&f.kept, 0)
	case f.limit < 0:
		f.kept = append(f.kept, added)
	default:
		heap.Push(&f.kept, added)
	}
	return added
}

// isFull reports whether the limit has been reached.
func (f *findings) isFull() bool { return f.limit >= 0 && len(f.kept) >= f.limit }

// keeps reports whether a finding of a rule at an offset would be kept. If it would not, this also applies to all later
// findings of the rule with the same offset or a larger one.
func (f *findings) keeps(id ruleset.ID, offset int64) bool {
	level := f.levels[id]
	return level > f.floor && (!f.isFull() || f.hasLess(level, id, offset))
}

// unused returns a zero finding.
func (f *findings) unused() *finding {
	last := len(f.spare) - 1
	if last < 0 {
		return new(finding)
	}
	added := f.spare[last]
	f.spare = f.spare[:last]
	return added
}

// mostSpare is how many findings of a document are kept for the findings of the next one.
const mostSpare = 16

// reuse makes a finding that is no longer needed the memory of a later one.
func (f *findings) reuse(one *finding) {
	*one = finding{} // releases its memory
	if len(f.spare) < mostSpare {
		f.spare = append(f.spare, one)
	}
}

// hasLess reports whether a kept finding must make room for a new finding with the given severity,
// rule and offset.
func (f *findings) hasLess(level Severity, id ruleset.ID, offset int64) bool {
	if len(f.kept) == 0 {
		return false
	}
	last := f.kept[0]
	if last.Severity != level {
		return last.Severity < level
	}
	return last.Offset > offset || last.Offset == offset && last.id > id
}

// sorted returns the kept findings in order of their offsets.
func (f *findings) sorted() []*finding {
	slices.SortFunc(f.kept, (*finding).compare)
	return f.kept
}

// mostExcerpts is the total size in bytes of the excerpts of a document. When it has been reached,
// further excerpts are shorter.
const mostExcerpts = 16 << 20

// complete sets the positions and excerpts of findings. The parameter room is the number of bytes
// that the excerpts may take. The result is the remaining number of bytes.
func (f *findings) complete(found []*finding, room int) (left int) {
	f.place(found)
	s := f.source
	excerpts := locate.NewExcerpts(s.src, s.origin.Offset, room)
	for _, one := range found {
		one.Fix.move(s.origin.Offset - s.base)
		if one.Context == nil {
			one.Context, one.ContextOffset = excerpts.At(one.Offset)
		}
	}
	return excerpts.Room()
}

// place sets the positions of findings.
func (f *findings) place(found []*finding) {
	var few [8]*Span // needs no allocation
	spans := few[:0]
	if n := len(found); n > len(few) {
		spans = make([]*Span, 0, n)
	}
	for _, one := range found {
		spans = append(spans, &one.Span)
		for i := range one.Related {
			spans = append(spans, &one.Related[i].Span)
		}
	}
	f.source.setPositions(spans)
}

// addWhole is like add, but for a finding about the whole text.
func (f *findings) addWhole(id ruleset.ID, offset, length int64) *finding {
	added := f.add(id, offset, length)
	if added != nil {
		added.HasPointer = true
	}
	return added
}

// point sets the pointer of a finding if there is room for it.
func (f *findings) point(one *finding, pointer string) {
	if f.room >= 0 {
		one.Pointer, one.HasPointer = pointer, true
		f.room -= len(pointer)
	}
}

// pointTo sets the pointer of a finding to the pointer of an error.
func (f *findings) pointTo(one *finding, e *tokenizer.SyntaxError) {
	if pointer, ok := e.Pointer(); ok {
		f.point(one, pointer)
	}
}
