package lint

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// This file has everything that searches the English sentences of package tokenizer, or replaces words in them. It
// will go when errors carry data instead of sentences.

// sentenceIn returns the message of e for a text in dialect d that is not JSON: its places are those in
// the text as it is written, and advice that applies to JSON alone is left out.
func sentenceIn(d Dialect, s *source, e *tokenizer.SyntaxError) string {
	what, hint := e.Sentences()
	if related, ok := e.Related(); ok && !s.places.IsIdentity() {
		was, _, _ := e.RelatedSpan()
		if e.HasPointer() { // otherwise there are so many errors that it would take too long
			is := tokenizer.Locate(s.src, s.places.Offset(related))
			what = strings.Replace(what, placeName(was), placeName(is), 1)
		} else {
			what, _, _ = strings.Cut(what, " at "+placeName(was))
		}
	}
	isForeign := d == JSON5 && strings.Contains(hint, "JSON") && !e.Kind.IsUTF8()
	if hint == "" || strings.Contains(hint, "comments") || isForeign {
		return renamedIn(d, what)
	}
	return renamedIn(d, what+"; "+hint)
}

// renamedIn returns a message about JSON with the name of the dialect.
func renamedIn(d Dialect, message string) string {
	if d == JSON5 {
		return wordsOfJSON5.Replace(message)
	}
	return message
}

func placeName(p tokenizer.Position) string { return fmt.Sprintf("line %d, column %d", p.Line, p.Rune) }

var wordsOfJSON5 = strings.NewReplacer("JSON", "JSON5", "a name in double quotes", "a name")

// isOtherFormat reports whether e is about a file of another format.
func isOtherFormat(e *tokenizer.SyntaxError) bool {
	_, hint := e.Sentences()
	return e.Offset == 0 && strings.HasSuffix(hint, ", not JSON") || strings.HasSuffix(hint, "binary data, not JSON")
}
