package mistake

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file recognizes strings in other quotation marks, strings whose end is not where it was meant to be, and brackets that are missing
// before an indented line.

// closersOf returns the marks that close a quotation mark that people write instead of U+0022.
func closersOf(opener rune) string {
	switch opener {
	case '\'', '`':
		return string(opener) // it is ASCII, so this allocates no memory
	case '”':
		return "”"
	case '“':
		return "”“"
	case '„':
		return "“”„"
	case '‘':
		return "’‘"
	case '«':
		return "»«"
	case '»':
		return "«»"
	}
	return ""
}

// InOtherQuotes returns the length of the string at the start of b if it is in other quotation marks, and the lengths of these marks. There is
// none if a character in it needs an escape.
func InOtherQuotes(b []byte) (n, opening, closing int) {
	opener, opening := utf8.DecodeRune(b)
	end := -1
	if closers := closersOf(opener); closers != "" {
		end = closerAt(b, opening, closers)
	}
	if end < 0 || syntax.IsSpace(b[end]) || bytes.ContainsAny(b[opening:end], "\"\\\t") {
		return 0, 0, 0
	}
	_, closing = utf8.DecodeRune(b[end:])
	return end + closing, opening, closing
}

// closerAt returns the offset of the first closing quotation mark or line end from an offset on, or -1. What follows a backslash does not
// count.
func closerAt(b []byte, at int, closer string) int {
	for at < len(b) {
		i := bytes.IndexAny(b[at:], closer+"\\\r\n")
		if i < 0 {
			return -1
		}
		if at += i; b[at] != '\\' {
			return at
		}
		at += 2
	}
	return -1
}

const closingQuoteMissing = "perhaps the closing quote is missing before the comma in the last string"

// SingleQuoteHint explains a missing comma at an offset in a text in JSON5. The hint is "" unless a string in single quotes ends there.
func SingleQuoteHint(src []byte, at int64) string {
	before := src[max(at-flaw.DetectedAround, 0):at]
	after := src[at:min(at+flaw.DetectedAround, int64(len(src)))]
	switch {
	case syntax.ByteAt(before, len(before)-1) != '\'' || len(after) == 0:
	case LacksClosingQuote(before, after):
		return closingQuoteMissing
	case syntax.WordLen(after) > 0 || after[0] == '\'':
		return `perhaps a quote inside the string must be escaped as \'`
	}
	return ""
}

// LacksClosingQuote reports whether the closing quote of a string is probably missing. The text before the error then ends with that
// string, which has been ended by the quote that was meant to open the next string. It contains a comma between the two, and the number
// of such quotes in the rest of the line is odd.
func LacksClosingQuote(before, after []byte) bool {
	return swallowsComma(before) && syntax.WordLen(after) > 0 && countQuotes(FirstLine(after), before[len(before)-1])%2 == 1
}

// swallowsComma reports whether the text before the error ends with a string that ends with a comma, except for white space and
// opening brackets, or in single quotes, for a name without quotes and a colon. It looks only at the end of the string, because a stream may have dropped its beginning.
func swallowsComma(before []byte) bool {
	last := len(before) - 1
	quote := syntax.ByteAt(before, last)
	if quote != '"' && quote != '\'' {
		return false
	}
	text := bytes.TrimRight(before[:last], " \t{[")
	if member, isMember := bytes.CutSuffix(text, []byte(":")); isMember && quote == '\'' {
		text = bytes.TrimRight(bytes.TrimRightFunc(bytes.TrimRight(member, " \t"), syntax.IsIdentifierPart), " \t")
	}
	return bytes.HasSuffix(text, []byte(","))
}

// countQuotes returns how often a quotation mark is in a line without a backslash before it.
func countQuotes(line []byte, quote byte) (n int) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case quote:
			n++
		}
	}
	return n
}

// isEmptyString reports whether the text before the error ends with an empty string. That text must
// end with a quotation mark.
func isEmptyString(before []byte) bool {
	n := len(before) - 2
	return n > 0 && before[n] == '"' && bytes.IndexByte([]byte(":,[{ \t\r\n"), before[n-1]) >= 0
}

// IsOutdented reports whether the text before the error ends with the indentation of a line that is
// indented less than the previous line.
func IsOutdented(before []byte) bool {
	above := bytes.TrimRight(before, " \t") // reads less than a search for the line end would
	if syntax.ByteAt(above, len(above)-1) != '\n' {
		return false
	}
	indent := before[len(above):]
	above = bytes.TrimRight(above, " \t\r\n")
	above = above[bytes.LastIndexByte(above, '\n')+1:]
	return bytes.HasPrefix(above, indent) && isIndent(syntax.ByteAt(above, len(indent)))
}

// NameHoldsColon reports whether the text before the error ends with a string whose last character
// is a colon. Such a string was probably ended by the quotation mark that was meant to open the
// next string.
func NameHoldsColon(before []byte) bool {
	n := len(before) - 1
	return n > 0 && before[n] == '"' && lastSolid(before[:n]) == ':'
}
