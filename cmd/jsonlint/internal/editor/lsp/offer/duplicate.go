package offer

import (
	"bytes"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// duplicate is for a name that its object already has.
func (r *repairs) duplicate() {
	r.add("remove this member", r.member(r.at)...)
	if len(r.d.Related) > 0 {
		r.add("remove the first member with this name", r.member(int(r.d.Related[0].Offset))...)
	}
}

// member returns the edits that remove the member whose name begins at an offset, with one comma and the white space that would be left.
// Comments before and after the member stay. If the offset is not that of a name, or there is no comma, there are no edits.
func (r *repairs) member(begin int) []lint.Edit {
	comma := -1 // the last token before the member, if it is a comma
	for at := 0; at < begin; {
		kind, end := r.token(at)
		switch {
		case kind == dialect.Comma:
			comma = at
		case !kind.IsTrivia():
			comma = -1
		}
		at = end
		if at > begin {
			return nil
		}
	}
	_, end := r.token(begin)
	colon := r.significant(end)
	if colon.kind != dialect.Colon {
		return nil
	}
	value := r.significant(colon.end)
	switch value.kind {
	case 0, dialect.EndObject, dialect.EndArray, dialect.Comma, dialect.Colon:
		return nil
	}
	if end = r.endOfValue(value.begin); end < 0 {
		return nil
	}
	switch after := r.significant(end); {
	case after.kind == dialect.Comma:
		return []lint.Edit{r.withSpace(begin, after.end)}
	case after.kind != dialect.EndObject || comma < 0:
		return nil
	case len(bytes.TrimLeft(r.src[comma+1:begin], space)) == 0:
		return []lint.Edit{edit(comma, end, "")}
	}
	return []lint.Edit{edit(comma, comma+1, ""), r.withSpace(begin, end)}
}

// withSpace returns the edit that removes src[begin:end] with the spaces after it. At the end of a line, see extended.
func (r *repairs) withSpace(begin, end int) lint.Edit {
	if from, to, ok := r.extended(begin, end); ok {
		return edit(from, to, "")
	}
	before := len(bytes.TrimRight(r.src[:begin], " \t"))
	after := end + len(r.src[end:]) - len(bytes.TrimLeft(r.src[end:], " \t"))
	if r.src[after] == '}' && before < begin {
		return edit(before, end, "")
	}
	return edit(begin, after, "")
}
