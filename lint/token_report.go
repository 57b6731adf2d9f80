package lint

import (
	"fmt"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// A tokenReport adds findings about the tokens of a document.
type tokenReport struct {
	*document
	tokens  *tokenizer.Tokenizer // the tokenizer that has just returned the token to be examined
	outline *place.Outline       // what precedes the text that the walk visits; nil if the walk begins at the start of the document
}

// find returns a new finding about a part of the last token, or nil if no finding is wanted. The
// caller fills in the finding. The parameter offset is the offset of the part in the JSON text.
func (r *tokenReport) find(id ruleset.ID, offset, length int64) *finding {
	s := r.raise(offset, length)
	f := r.found.add(id, s.Offset, s.Length)
	if f != nil && r.found.room >= 0 {
		r.found.point(f, r.tokens.Pointer())
	}
	return f
}

// findToken is like find, but for the whole last token.
func (r *tokenReport) findToken(id ruleset.ID, t tokenizer.Token) *finding {
	return r.find(id, t.Offset(), int64(len(t.Raw())))
}

// kept returns the place in the original text of an earlier token. The parameter s is the place of
// the token in the JSON text, which [source.keep] has returned in a stream.
func (r *tokenReport) kept(s Span) Span {
	if r.streams() {
		return s
	}
	return r.raise(s.Offset, s.Length)
}

// where describes a string or name for messages.
func (r *tokenReport) where(t tokenizer.Token) string {
	switch o := r.outline; {
	case t.Kind() == tokenizer.Name:
		return "the name " + quote(t.Body())
	case o != nil && o.InString && t.Offset() == o.Place.Offset: // the token lacks the beginning of the string
		return "the string " + quote(append(slices.Clip(o.Head), clip(t.Body(), (maxQuoted+1)*utf8.UTFMax)...))
	}
	return "the string " + quote(t.Body())
}

// maxQuoted is the largest number of characters of the input that a message quotes.
const maxQuoted = 24

// quote returns b in quotation marks. It truncates b if b is long, and writes invisible characters
// as <U+XXXX>.
func quote(b []byte) string {
	out := []byte{'"'}
	for count := 0; len(b) > 0; count++ {
		if count == maxQuoted {
			return string(append(out, `..."`...))
		}
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			out = fmt.Appendf(out, "<%X>", b[0])
		case unicode.IsPrint(r):
			out = append(out, b[:n]...)
		default:
			out = fmt.Appendf(out, "<U+%04X>", r)
		}
		b = b[n:]
	}
	return string(append(out, '"'))
}

// quoteApart quotes two different texts. If they look equal because they are long, it omits most of what
// they have in common instead.
func quoteApart(a, b []byte) (string, string) {
	first, second := quote(a), quote(b)
	if first != second {
		return first, second
	}
	const context = maxQuoted / 2 // in bytes
	common := 0
	for common < min(len(a), len(b)) && a[common] == b[common] {
		common++
	}
	common = max(common-context, 0)
	for common > 0 && !utf8.RuneStart(a[common]) {
		common--
	}
	return `"...` + quote(a[common:])[1:], `"...` + quote(b[common:])[1:]
}

// shorten returns a number for use in a message. A long number is truncated.
func shorten(number []byte) string {
	if n := len(number); n > maxQuoted {
		return string(number[:maxQuoted]) + "... (" + strconv.Itoa(n) + " bytes)"
	}
	return string(number)
}
