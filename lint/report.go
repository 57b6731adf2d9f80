package lint

import (
	"cmp"
	"context"
	"slices"

	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// A Report contains the findings in one text.
type Report struct {
	Diagnostics []Diagnostic // ordered by offset, then by rule
	Bytes       int64        // size of the input; for a reader, the number of bytes read, which is smaller if a finding ended the check early
	// Omitted is the number of findings that were omitted because there were more than
	// [Options.MaxProblems]. The least severe findings are omitted and, among equally severe ones,
	// the last.
	Omitted int

	// Suppressed contains the findings that were suppressed. They are not in Diagnostics, and
	// [Report.Count] does not count them. [Options.MaxProblems] does not limit their number, but see
	// the package documentation.
	Suppressed []Suppressed

	taker taker           // nil if there are no suppressions
	ctx   context.Context // of CheckContext, which may end the check early; nil otherwise

	omitted [Error + 1]int     // number of omitted findings of each severity
	hidden  [ruleset.Count]int // number of omitted findings of each rule
	kept    [Error + 1]int     // number of kept findings of each severity, not counting those that compact will remove
}

// A taker takes a finding that is to be inserted if the finding is suppressed.
type taker interface {
	takes(r *Report, d *Diagnostic) bool
}

// Count returns the number of findings with severity s, including those that were omitted.
func (r *Report) Count(s Severity) int {
	n := 0
	if int(s) < len(r.omitted) {
		n = r.omitted[s]
	}
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity == s {
			n++
		}
	}
	return n
}

// OmittedOf returns how many of the findings that were omitted are of the given rule.
func (r *Report) OmittedOf(rule string) int {
	id, ok := idOf(rule)
	if !ok {
		return 0
	}
	return r.hidden[id]
}

// Insert inserts a finding into Diagnostics at its place in the order. It ignores
// [Options.MaxProblems]. [Report.Count] then counts the finding. If a suppression of the text or of the
// options covers the finding, Insert appends it to Suppressed instead.
func (r *Report) Insert(d Diagnostic) {
	if r.taker != nil && r.taker.takes(r, &d) {
		return
	}
	at, _ := slices.BinarySearchFunc(r.Diagnostics, d, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Rule, b.Rule))
	})
	r.Diagnostics = slices.Insert(r.Diagnostics, at, d)
}

// Suppress removes from Diagnostics the findings for which the function reports true, and appends them
// to Suppressed with the reason that the function returns.
func (r *Report) Suppress(isSuppressed func(d *Diagnostic) (reason string, yes bool)) {
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool {
		reason, yes := isSuppressed(&d)
		if yes {
			r.Suppressed = append(r.Suppressed, Suppressed{Diagnostic: d, Reason: reason, Source: ByCaller})
		}
		return yes
	})
}

// Limit omits the least severe findings and, among equally severe ones, the last, until there are at
// most n findings. [Report.Count] still counts them. Limit does nothing if n is negative.
func (r *Report) Limit(n int) {
	if n < 0 {
		return
	}
	r.kept = [Error + 1]int{}
	for i := range r.Diagnostics {
		r.kept[r.Diagnostics[i].Severity]++
	}
	r.shorten(n)
	r.compact()
}

// dropEnd removes the findings at the end of an incomplete text. If the text is a document, one of them may be at the end of the
// last token, and white space and comments may follow.
func (r *Report) dropEnd(isDocument bool) {
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool {
		return d.Offset+d.Length >= r.Bytes || isDocument && (d.Code == tokenizer.Truncated.String() || d.Code == tokenizer.EmptyInput.String())
	})
}

// room returns the number n of findings that may be added to a report with the given limit. These
// findings must have a severity above floor.
func (r *Report) room(limit int) (n int, floor Severity) {
	if r.atLeast(Off) < limit {
		return limit - r.atLeast(Error), Off
	}
	for floor = Info; floor <= Error; floor++ {
		if n = limit - r.atLeast(floor+1); n > 0 {
			return n, floor
		}
	}
	return 0, Error
}

// atLeast returns the number of findings in the report whose severity is at least s.
func (r *Report) atLeast(s Severity) (n int) {
	for _, kept := range r.kept[s:] {
		n += kept
	}
	return n
}

// shorten omits the least severe findings, beginning with the last of them, until there are at most
// limit findings. It removes many findings at a time, because each removal takes time linear in the
// number of all findings.
func (r *Report) shorten(limit int) {
	excess := r.atLeast(Off) - limit
	for s := Info; s <= Error && excess > 0; s++ {
		n := min(r.kept[s], excess)
		r.kept[s] -= n
		r.omitted[s] += n
		r.Omitted += n
		excess -= n
	}
	if len(r.Diagnostics)/2 >= limit {
		r.compact()
	}
}

// compact removes the omitted findings. They are the last findings of their severity: after one
// finding has been omitted, no further finding of that severity is added (see room).
func (r *Report) compact() {
	var seen [Error + 1]int
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool {
		seen[d.Severity]++
		isOmitted := seen[d.Severity] > r.kept[d.Severity]
		if id, ok := idOf(d.Rule); ok && isOmitted {
			r.hidden[id]++
		}
		return isOmitted
	})
}

// take adds the findings in a document. The positions of the findings must be known. If limit is
// not negative, the report then has at most limit findings.
func (r *Report) take(f *findings, limit int) {
	found := f.sorted()
	if n := len(r.Diagnostics); cap(r.Diagnostics)-n < len(found) {
		r.Diagnostics = slices.Grow(r.Diagnostics, max(len(found), n)) // at least twice as many, so that findings are rarely copied
	}
	for i, one := range found {
		r.Diagnostics = append(r.Diagnostics, one.Diagnostic)
		r.kept[one.Severity]++
		found[i] = nil
		f.reuse(one)
	}
	f.kept = f.kept[:0]
	if limit >= 0 {
		r.shorten(limit)
	}
	for id, n := range f.omitted {
		if n > 0 {
			r.omitted[f.levels[id]] += n
			r.hidden[id] += n
			r.Omitted += n
		}
	}
}
