package offer

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/lint"
)

// template is for placeholders of templates that have not been replaced by their values. It proposes to put the placeholder at the finding
// into double quotes, and all of them, and reports whether there is a placeholder at the finding.
func (r *repairs) template() bool {
	all := r.edits(quotedPlaceholders)
	i := slices.IndexFunc(all, func(e lint.Edit) bool { return covers(e, int64(r.at)) })
	if i < 0 {
		return false
	}
	r.add("put the placeholder in double quotes", all[i])
	if len(all) > 1 {
		r.add("put all placeholders in double quotes", all...)
	}
	return true
}

// besideStatement reports whether the finding is about a statement of a template, such as {% if x %}, or the text beside one. Nothing is known
// about the text that the template makes.
func (r *repairs) besideStatement() bool {
	before, rest := bytes.TrimRight(r.src[:r.at], space), r.next()
	isInside := bytes.HasSuffix(before, []byte("{")) && (bytes.HasPrefix(rest, []byte("%")) || bytes.HasPrefix(rest, []byte("{#")) || bytes.HasPrefix(rest, []byte("{/")))
	return isInside || bytes.HasSuffix(before, []byte("%}")) || bytes.HasPrefix(rest, []byte("{%")) || bytes.HasPrefix(rest, []byte("<% "))
}
