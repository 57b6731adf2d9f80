package offer

import (
	"bytes"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// swapBrackets is for an array in braces, or members in square brackets. It proposes brackets of the other kind for the innermost ones around the
// finding, if they are of the given kind.
func (r *repairs) swapBrackets(kind byte) {
	o, ok := structure.Enclosing(r.src, dialect.JSON, r.at)
	if !ok || len(o.Open) == 0 {
		return
	}
	begin := o.Open[len(o.Open)-1]
	end := r.endOfValue(begin)
	if end < 0 || r.src[begin] != kind {
		return
	}
	if kind == '{' {
		r.add("replace the braces with square brackets", edit(begin, begin+1, "["), edit(end-1, end, "]"))
	} else {
		r.add("replace the square brackets with braces", edit(begin, begin+1, "{"), edit(end-1, end, "}"))
	}
}

// braces is for members without braces around them.
func (r *repairs) braces() {
	begin := len(r.src) - len(bytes.TrimLeft(r.src, space))
	end := len(bytes.TrimRight(r.src, space))
	if comma := end - 1; r.src[comma] == ',' {
		r.add("put the members in braces", edit(begin, begin, "{"), edit(comma, end, "}"))
		return
	}
	r.add("put the members in braces", edit(begin, begin, "{"), edit(end, end, "}"))
}

// commas proposes to insert all commas that are missing between values and members, if there are several.
func (r *repairs) commas() {
	var edits []lint.Edit
	last, depth := token{}, 0
	for _, t := range r.lexed() {
		if t.kind.IsTrivia() {
			continue
		}
		if depth > 0 && last.end < t.begin && endsValue(last.kind) && startsValue(t.kind) {
			edits = append(edits, edit(last.end, last.end, ","))
		}
		depth += depthOf(t.kind)
		last = t
	}
	if 1 < len(edits) && len(edits) < mostEdits {
		r.add("insert all missing commas", edits...)
	}
}

// endsValue reports whether a value can end with a token.
func endsValue(kind dialect.TokenKind) bool {
	return kind == dialect.EndObject || kind == dialect.EndArray || isScalar(kind)
}

// startsValue reports whether a value or a name can begin with a token.
func startsValue(kind dialect.TokenKind) bool {
	return kind == dialect.BeginObject || kind == dialect.BeginArray || isScalar(kind)
}

func isScalar(kind dialect.TokenKind) bool {
	return kind == dialect.String || kind == dialect.Number || kind == dialect.Word
}
