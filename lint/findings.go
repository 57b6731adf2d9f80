package lint

import (
	"cmp"
	"container/heap"
	"slices"
)

// findings are those of one document, as many as the limit allows: the most severe ones, and of
// these the first, by offset and rule. The others are counted, so that no input makes a report
// larger.
type findings struct {
	limit   int      // negative for none
	floor   Severity // findings up to that are only counted
	kept    byWeight
	fresh   []*finding // of a flow, those of which the places are not known
	flows   bool
	made    int                 // so far
	omitted [Error + 1]int      // by severity
	levels  *[numRules]Severity // of the rules
}

// A finding is a diagnostic in the making. Its offsets are from the start of the document.
type finding struct {
	Diagnostic
	id     ruleID
	serial int // for those at one place by one rule
}

func (f *finding) compare(g *finding) int {
	return cmp.Or(cmp.Compare(f.Offset, g.Offset), cmp.Compare(f.id, g.id), cmp.Compare(f.serial, g.serial))
}

// byWeight is a heap with the finding on top that is to go first.
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

// add makes a finding, for the caller to fill in. It returns nil if the rule is off, or there
// are enough findings that are more severe, or as severe and before it.
func (f *findings) add(id ruleID, offset, length int64) *finding {
	level := f.levels[id]
	if level == Off {
		return nil
	}
	isFull := f.limit >= 0 && len(f.kept) >= f.limit
	if level <= f.floor || isFull && !f.hasLess(level, id, offset) {
		f.omitted[level]++
		return nil
	}
	added := &finding{id: id, serial: f.made}
	added.Rule, added.Severity = rules[id].Name, level
	added.Offset, added.Length = offset, length
	f.made++
	if f.flows {
		f.fresh = append(f.fresh, added)
	}
	switch {
	case isFull:
		f.omitted[f.kept[0].Severity]++
		f.kept[0] = added
		heap.Fix(&f.kept, 0)
	case f.limit < 0:
		f.kept = append(f.kept, added)
	default:
		heap.Push(&f.kept, added)
	}
	return added
}

// hasLess reports whether one that is kept is to make room for one by the rule at offset.
func (f *findings) hasLess(level Severity, id ruleID, offset int64) bool {
	if len(f.kept) == 0 {
		return false
	}
	last := f.kept[0]
	if last.Severity != level {
		return last.Severity < level
	}
	return last.Offset > offset || last.Offset == offset && last.id > id
}

// sorted returns what has been kept, in order.
func (f *findings) sorted() []*finding {
	slices.SortFunc(f.kept, (*finding).compare)
	return f.kept
}
