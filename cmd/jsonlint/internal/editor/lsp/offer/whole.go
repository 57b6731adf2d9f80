package offer

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/lint"
)

// surrounded is for a document with something else around it, such as a Markdown code fence, an assignment, a function call or a
// sentence. It proposes to keep only the first value in brackets, if no other one follows it, as it is or written as JSON.
func (r *repairs) surrounded() {
	from := explain.XSSIPrefixLen(r.src)
	if fence := bytes.Index(r.src, []byte("```")); fence >= 0 {
		from = fence
	}
	first := bytes.IndexAny(r.src[from:], "{[")
	if first < 0 || from+first == 0 {
		return
	}
	begin := from + first
	end := r.endOfValue(begin)
	if end < 0 || bytes.ContainsAny(r.src[end:], "{[") {
		return
	}
	edits := []lint.Edit{edit(0, begin, "")}
	if after := bytes.TrimRight(r.src, "\r\n"); len(after) > end {
		edits = append(edits, edit(end, len(after), ""))
	}
	title := "keep only the text from " + string(r.src[begin]) + " to " + string(r.src[end-1])
	r.add(title, slices.Clone(edits)...)
	inner := len(edits)
	for _, e := range r.edits(anyNotation) {
		if e.Offset >= int64(begin) && e.Offset+e.Length <= int64(end) {
			edits = append(edits, e)
		}
	}
	if len(edits) > inner {
		slices.SortFunc(edits, func(a, b lint.Edit) int { return cmp.Compare(a.Offset, b.Offset) })
		r.add(title+", and write it as JSON", edits...)
	}
}

// keepDocument is for a text that begins with something else than a document, which may also be in another notation.
func (r *repairs) keepDocument() {
	if r.surrounded(); len(r.all) == 0 {
		r.notation()
	}
}

// unescape is for a text that is escaped as if it were in a string.
func (r *repairs) unescape() {
	text := strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\/`, `/`, `\n`, "\n", `\r`, "\r", `\t`, "\t").Replace(string(r.src))
	r.replace("remove the backslashes from the whole text", 0, len(r.src), text)
}

// array is for several documents in one text, with or without commas between them.
func (r *repairs) array() {
	var edits []lint.Edit
	depth, last := 0, -1 // the end of the last document, if no comma has followed it
	for _, t := range r.lexed() {
		switch {
		case t.kind.IsTrivia():
			continue
		case depth == 0 && t.kind == dialect.Comma:
			last = -1
			continue
		case depth == 0 && len(edits) == 0:
			edits = append(edits, edit(t.begin, t.begin, "["))
		case depth == 0 && last >= 0:
			edits = append(edits, edit(last, last, ","))
		}
		if depth += depthOf(t.kind); depth == 0 {
			last = t.end
		}
	}
	if depth != 0 || last < 0 || len(edits) >= mostEdits {
		return
	}
	r.add("put all documents into an array", append(edits, edit(last, last, "]"))...)
}
