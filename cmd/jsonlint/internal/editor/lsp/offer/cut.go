package offer

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// truncated is for a text that ends too early: the brackets are closed, and a comma before the end is removed.
func (r *repairs) truncated() {
	text := bytes.TrimRight(r.src, space)
	closing, ok := closingBrackets(text)
	switch {
	case !ok || closing == "":
	case text[len(text)-1] == ':':
		r.replace("write null, and close the brackets with "+closing, len(text), len(text), " null"+closing)
	case text[len(text)-1] == ',':
		r.replace("remove the comma, and close the brackets with "+closing, len(text)-1, len(text), closing)
	default:
		r.replace("close the brackets with "+closing, len(text), len(text), closing)
	}
	r.cut()
}

// unterminated is for a string that is not closed before the end of its line or of the text.
func (r *repairs) unterminated() {
	text := bytes.TrimRight(r.src, "\r\n")
	r.closeBefore(len(text))
	r.missingQuote()
	if closing, ok := closingBrackets(append(bytes.Clone(text), '"')); ok {
		r.replace(`close the string and the brackets with "`+closing, len(text), len(text), `"`+closing)
	}
	r.cut()
}

// cut is for a text that ends inside a name, a string or a member. It proposes to remove what is incomplete.
func (r *repairs) cut() {
	if text := bytes.TrimRight(r.src, space); len(text) == 0 || bytes.IndexByte([]byte("}]"), text[len(text)-1]) >= 0 {
		return // it is more likely that something in the middle is wrong
	}
	var open []byte // the opening brackets
	end := -1       // of the last complete value, or of an opening bracket
	before := dialect.TokenKind(0)
	for at := 0; at < len(r.src); {
		kind, next := r.token(at)
		switch isMember := len(open) > 0 && open[len(open)-1] == '{'; {
		case kind.IsTrivia():
			at = next
			continue
		case kind == dialect.BeginObject || kind == dialect.BeginArray:
			open, end = append(open, byte(kind)), next
		case kind == dialect.EndObject || kind == dialect.EndArray:
			if len(open) == 0 || !structure.Matches(open[len(open)-1], byte(kind)) {
				return
			}
			open, end = open[:len(open)-1], next
		case isMember && before != dialect.Colon, !r.isValue(kind, at, next):
		default:
			end = next
		}
		before, at = kind, next
	}
	if end < 0 || len(bytes.TrimSpace(r.src[end:])) < 2 {
		return
	}
	if closing, ok := closingBrackets(r.src[:end]); ok && closing != "" {
		r.replace("remove what is incomplete, and close the brackets with "+closing, end, len(r.src), closing)
	}
}

// isValue reports whether a token is a complete scalar.
func (t *Text) isValue(kind dialect.TokenKind, begin, end int) bool {
	switch text := t.src[begin:end]; kind {
	case dialect.String:
		n, isClosed := syntax.StringLen(text)
		return isClosed && n == len(text)
	case dialect.Number:
		return true
	case dialect.Word:
		return string(text) == "true" || string(text) == "false" || string(text) == "null"
	}
	return false
}

// closingBrackets returns the brackets that close what is open at the end of a text. If a bracket is in the wrong place, or the text ends in a
// string, ok is false.
func closingBrackets(text []byte) (closing string, ok bool) {
	o, ok := structure.Enclosing(text, dialect.JSON, len(text))
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i := len(o.Open) - 1; i >= 0; i-- {
		b.WriteByte(text[o.Open[i]] + 2) // in ASCII, for [] and {}
	}
	return b.String(), true
}
