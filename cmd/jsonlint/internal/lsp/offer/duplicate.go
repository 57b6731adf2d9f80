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
	kind, _, colon := r.significant(end)
	if kind != dialect.Colon {
		return nil
	}
	kind, value, _ := r.significant(colon)
	if kind == 0 || kind == dialect.EndObject || kind == dialect.EndArray || kind == dialect.Comma || kind == dialect.Colon {
		return nil
	}
	if end = r.endOfValue(value); end < 0 {
		return nil
	}
	kind, _, after := r.significant(end)
	switch {
	case kind == dialect.Comma:
		return []lint.Edit{r.withSpace(begin, after)}
	case kind != dialect.EndObject || comma < 0:
		return nil
	case len(bytes.TrimLeft(r.src[comma+1:begin], " \t\r\n")) == 0:
		return []lint.Edit{edit(comma, end, "")}
	}
	return []lint.Edit{edit(comma, comma+1, ""), r.withSpace(begin, end)}
}

// significant returns the first token from an offset on that is neither white space nor a comment. At the end of the text, kind is 0.
func (r *repairs) significant(at int) (kind dialect.TokenKind, begin, end int) {
	for at < len(r.src) {
		kind, end := r.token(at)
		if !kind.IsTrivia() {
			return kind, at, end
		}
		at = end
	}
	return 0, at, at
}

// withSpace returns the edit that removes src[begin:end] with the spaces after it. At the end of a line, it removes the spaces before it, too,
// and the whole line if nothing else is in it.
func (r *repairs) withSpace(begin, end int) lint.Edit {
	before := len(bytes.TrimRight(r.src[:begin], " \t"))
	after := end + len(r.src[end:]) - len(bytes.TrimLeft(r.src[end:], " \t"))
	lineEnd := len("\n")
	switch rest := r.src[after:]; {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		lineEnd = len("\r\n")
	case bytes.HasPrefix(rest, []byte("}")) && before < begin:
		return edit(before, end, "")
	case !bytes.HasPrefix(rest, []byte("\n")):
		return edit(begin, after, "")
	}
	if before > 0 && r.src[before-1] != '\n' {
		return edit(before, after, "")
	}
	return edit(before, after+lineEnd, "")
}
