package offer

import (
	"bytes"

	"github.com/assayjson/assay/lint"
)

// first proposes repairs that are likelier than those that follow from the kind of an error.
func (r *repairs) first() {
	r.copied()
	r.conflicts()
	r.tripleQuotes()
	if r.at > 0 && r.at < len(r.src) && r.src[r.at-1] == '"' {
		r.innerQuotes()
	}
}

// anywhere proposes repairs of mistakes that show in errors of several kinds.
func (r *repairs) anywhere() {
	r.innerQuotes()
	r.several("write MongoDB Extended JSON instead of function calls", 1, extendedJSON)
	r.several("write only the arguments of function calls", 1, arguments)
	r.several("write colons between all names and values", 2, colons)
	r.several("put all strings in typographic quotes in straight ones", 2, straightQuotes)
	r.several("write null for all values that JSON does not have", 2, nulls)
	r.several("write all symbols as strings", 1, quotedSymbols)
	least := 1
	if bytes.HasPrefix(r.rest(), []byte("\u00A0")) {
		least = 2 // a single one has a repair of its own
	}
	r.several("replace all characters outside ASCII that are not in strings", least, asciiOnly)
}

// several proposes to change all tokens in one way, if there are at least so many.
func (r *repairs) several(title string, least int, change change) {
	if edits := r.edits(change); len(edits) >= least && touches(edits, r.at, r.end) {
		r.add(title, edits...)
	}
}

// touches reports whether one of the edits is at src[begin:end], or beside it.
func touches(edits []lint.Edit, begin, end int) bool {
	for _, e := range edits {
		if e.Offset <= int64(end) && int64(begin) <= e.Offset+e.Length {
			return true
		}
	}
	return false
}
