package offer

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/lint"
)

// repairs are the repairs of a finding.
type repairs struct {
	*Text
	at, end int // of the finding
	d       *lint.Diagnostic
	all     []lint.Fix
}

// add proposes a repair that makes all of the edits, unless there are none, or a repair has the same title already.
func (r *repairs) add(title string, edits ...lint.Edit) {
	isKnown := func(f lint.Fix) bool { return f.Title == title }
	if len(edits) > 0 && !slices.ContainsFunc(r.all, isKnown) {
		r.all = append(r.all, lint.Fix{Title: title, Edits: edits})
	}
}

// replace proposes another text for src[begin:end].
func (r *repairs) replace(title string, begin, end int, text string) {
	r.add(title, edit(begin, end, text))
}

func edit(begin, end int, text string) lint.Edit {
	return lint.Edit{Offset: int64(begin), Length: int64(end - begin), New: text}
}

// rest returns the text from the finding on.
func (r *repairs) rest() []byte { return r.src[r.at:] }

// next returns the text from the next token on.
func (r *repairs) next() []byte { return bytes.TrimLeft(r.rest(), space) }

// lastBefore returns the last token's last byte before an offset, or 0, and the end of that token.
func (t *Text) lastBefore(at int) (last byte, end int) {
	before := bytes.TrimRight(t.src[:at], space)
	if len(before) == 0 {
		return 0, 0
	}
	return before[len(before)-1], len(before)
}
