package offer

import (
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// everywhere proposes to change all tokens to which a change applies.
func (r *repairs) everywhere(title string, change change) { r.add(title, r.edits(change)...) }

// notation proposes to change everything at once that other notations, such as those of JavaScript and Python, write in another way. There is
// nothing to propose if they differ in one way only.
func (r *repairs) notation() {
	ways := 0
	for _, one := range notations {
		if len(r.edits(one)) > 0 {
			ways++
		}
	}
	if ways < 2 {
		return
	}
	r.add("write the whole text as JSON: quotes, names, values, and no comments", r.edits(anyNotation)...)
}

// notations are the ways in which other notations differ from JSON.
var notations = []change{
	doubleQuotes, quotedNames, noComments, lowerCase, noPrefix, squareBrackets, quotedPlaceholders, quotedSymbols, colons, arguments, straightQuotes,
	asciiOnly, nulls,
}

func anyNotation(t lexeme) (string, bool) {
	for _, one := range notations {
		if s, ok := one(t); ok {
			return s, true
		}
	}
	return "", false
}

// mostEdits limits the edits of a repair.
const mostEdits = 10_000

// edits returns a change of all tokens to which it applies. If that needs mostEdits or more, there are none.
func (t *Text) edits(change change) (edits []lint.Edit) {
	tokens := t.lexed()
	for _, i := range t.odd {
		one := tokens[i]
		seen := lexeme{kind: one.kind, text: t.src[one.begin:one.end]}
		if one.end < len(t.src) {
			seen.after, seen.next = t.src[one.end], t.src[one.end]
		}
		if i+2 < len(tokens) && tokens[i+1].kind == dialect.Space {
			seen.next = t.src[tokens[i+2].begin]
		}
		text, ok := change(seen)
		if !ok {
			continue
		}
		from, to := one.begin, one.end
		if one.kind.IsComment() { // only the last comment in a line takes the white space before it, so the edits do not overlap
			from, to, _ = t.extended(one.begin, one.end)
		}
		if edits = append(edits, edit(from, to, text)); len(edits) == mostEdits {
			return nil
		}
	}
	return edits
}
