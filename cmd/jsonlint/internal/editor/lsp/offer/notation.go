package offer

import (
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// quotes proposes double quotes for all strings in single quotes.
func (r *repairs) quotes() {
	r.add("write all strings in single quotes in double quotes", r.edits(doubleQuotes)...)
}

// names proposes double quotes for all names without them.
func (r *repairs) names() { r.add("write all names in double quotes", r.edits(quotedNames)...) }

// comments proposes to remove all comments.
func (r *repairs) comments() { r.add("remove all comments", r.edits(noComments)...) }

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
func (r *repairs) edits(change change) (edits []lint.Edit) {
	all := r.lexed()
	for _, i := range r.odd {
		t := all[i]
		seen := lexeme{kind: t.kind, text: r.src[t.begin:t.end]}
		if t.end < len(r.src) {
			seen.after, seen.next = r.src[t.end], r.src[t.end]
		}
		if i+2 < len(all) && all[i+1].kind == dialect.Space {
			seen.next = r.src[all[i+2].begin]
		}
		text, ok := change(seen)
		if !ok {
			continue
		}
		from, to := t.begin, t.end
		if t.kind.IsComment() { // only the last comment in a line takes the white space before it, so the edits do not overlap
			from, to, _ = r.extended(t.begin, t.end)
		}
		if edits = append(edits, edit(from, to, text)); len(edits) == mostEdits {
			return nil
		}
	}
	return edits
}
