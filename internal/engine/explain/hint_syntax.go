package explain

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// unexpectedHint explains the token at Offset, where another token was expected. Most causes are habits
// from other notations.
func (e Explainer) unexpectedHint() Advice {
	before, after := e.Before(), e.After()
	if hint := signHint(before, after); hint.Words != "" {
		return hint
	}
	switch {
	case e.Kind == scan.TrailingData:
		if hint := recordHint(after); e.Whole != "" && hint.Words != "" {
			return hint
		}
		return trailingHint(before, after)
	case e.Kind == scan.MissingComma:
		return commaHint(before, after, e.Expected)
	case e.Kind == scan.MissingColon:
		return colonHint(before, after)
	case e.Expected&scan.ExpectName != 0:
		return nameHint(before, after)
	case e.Expected&scan.ExpectValue != 0:
		return valueHint(before, after)
	}
	return separatorHint(before, after, e.Expected)
}

// signHint explains characters that JSON does not have.
func signHint(before, after []byte) Advice {
	c := after[0]
	if hint := MarkHint(after); hint != "" {
		return general(hint)
	}
	switch {
	case c == '\'' && syntax.ByteAt(before, len(before)-1) == '\'':
		return ruleOfJSON("in a string in double quotes, write a single quote once")
	case c == '\'' || c == '`':
		return ruleOfJSON("JSON strings must be in double quotes")
	case c == '#' && lastSolid(before) == ':' && syntax.IsWord(syntax.ByteAt(after, 1)):
		return general("strings must be in double quotes")
	case isComment(after):
		return Advice{Text: Text{Words: "JSON has no comments"}, about: Comments, habit: CommentHabit}
	case isEscapedQuote(after, "&quot;", "&#34;", "&#x22;"):
		return general("the text is escaped for HTML or XML; write quotation marks instead of entities")
	case isEscapedQuote(after, "%22"):
		return general("the text is percent-encoded; decode it first")
	case c == '=':
		return ruleOfJSON("use a colon between name and value")
	case c == 0:
		return general("NUL bytes often come from a file that was not completely written")
	case c == '\\' && bytes.IndexByte([]byte(`"nrt`), syntax.ByteAt(after, 1)) >= 0:
		return general("the text is escaped as if it were inside a string")
	case bytes.HasPrefix(after, []byte("...")):
		return ruleOfJSON("JSON has no '...' for omitted values")
	case isPlaceholder(before, after) && (c != '$' || FirstSolid(after[syntax.WordLen(after):]) != ':'): // not a name such as $set
		return general("this placeholder was not replaced with its value")
	case c >= utf8.RuneSelf:
		return characterHint(after)
	}
	return Advice{}
}

// isEscapedQuote reports whether b begins with one of the given escaped forms of a quotation mark.
func isEscapedQuote(b []byte, forms ...string) bool {
	for _, form := range forms {
		if len(b) >= len(form) && strings.EqualFold(string(b[:len(form)]), form) {
			return true
		}
	}
	return false
}

// isPlaceholder reports whether the text after the error starts with a placeholder as written in
// shells, templates or manuals. If the placeholder opens with two braces, the first brace is the
// last byte of the parameter before.
func isPlaceholder(before, after []byte) bool {
	inBraces := syntax.ByteAt(before, len(before)-1) == '{'
	switch after[0] {
	case '{':
		inner := bytes.TrimLeft(after[1:], " \t\r\n")
		return inBraces && len(inner) > 0 && (syntax.BeginsWord(inner) || bytes.IndexByte([]byte(".#/-"), inner[0]) >= 0)
	case '%':
		return inBraces || syntax.ByteAt(after, 1) == '(' && bytes.IndexByte(firstLine(after), ')') > 0
	case '<':
		return (syntax.BeginsWord(after[1:]) || syntax.ByteAt(after, 1) == '%') && bytes.IndexByte(firstLine(after), '>') > 0
	}
	return isShellVariable(after)
}

// isComment reports whether b starts with a comment of another notation.
func isComment(b []byte) bool {
	for _, sign := range []string{"//", "/*", "#", "<!--"} {
		if bytes.HasPrefix(b, []byte(sign)) {
			return true
		}
	}
	return false
}

// characterHint explains a character outside ASCII where a token was expected.
func characterHint(b []byte) Advice {
	r, _ := utf8.DecodeRune(b)
	const fullWidth = '！' - '!'
	switch {
	case r == '\uFEFF':
		return general("perhaps left over from concatenated files")
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029':
		return ruleOfJSON("JSON allows only space, tab, line feed and carriage return as white space")
	case unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || r == '„' || r == '‚':
		return ruleOfJSON("this is a typographic quote; use the straight quote, U+0022")
	case '！' <= r && r <= '～':
		return ruleOfJSON("this is a full-width character; use the ASCII " + QuoteRune(r-fullWidth))
	case r == '、':
		return ruleOfJSON("this is an ideographic comma; use the ASCII ','")
	case r == '…':
		return ruleOfJSON("JSON has no ellipsis for omitted values")
	}
	return Advice{}
}

// recordHint explains the text after the document if the document is a record. It returns no advice if the
// cause has nothing to do with records.
func recordHint(after []byte) Advice {
	switch c := after[0]; {
	case c == '{' || c == '[':
		return Advice{Text: Text{Words: "perhaps the line end or separator between two records is missing"}, cause: JoinedRecords}
	case c == ',' && FirstSolid(after[1:]) != 0:
		return general("records must not be separated by commas")
	}
	return Advice{}
}

// trailingHint explains the text after the document.
func trailingHint(before, after []byte) Advice {
	isClosed := lastSolid(before) == '}' || lastSolid(before) == ']'
	switch c := after[0]; {
	case c == '{' || c == '[':
		return Advice{
			Text:  Text{Words: "a file with several documents must be NDJSON, with one document on each line"},
			about: RuleOfJSON, cause: SeveralDocuments,
		}
	case c == '}' || c == ']':
		return general("remove the extra closing bracket")
	case c == ',' && FirstSolid(after[1:]) == 0:
		return general("remove the extra comma")
	case c == ',' && isClosed && FirstSolid(after[1:]) == '"':
		return general("perhaps the closing bracket before the comma is extra")
	case c == ',':
		return general("to write more than one value, enclose them in square brackets")
	case c == ';':
		return ruleOfJSON("JSON has no semicolons")
	case c == ':' && lastSolid(before) == '"':
		return general("members must be in braces; add '{' before the first member")
	}
	return Advice{}
}

// commaHint explains an error that is reported as a missing comma, but may have another cause.
func commaHint(before, after []byte, expected scan.Expected) Advice {
	n, c := len(before), after[0]
	switch {
	case c == '{' && expected&scan.ExpectBrace != 0 && IsOutdented(before): // an object cannot be a member
		return general("perhaps '}' is missing before this line, because it is indented less than the line before it")
	case syntax.ByteAt(before, n-1) == '"' && c == '"' && isEmptyString(before):
		return ruleOfJSON("JSON has no triple-quoted strings")
	case LacksClosingQuote(before, after):
		return general(closingQuoteMissing)
	case syntax.ByteAt(before, n-1) == '"' && (syntax.WordLen(after) > 0 || c == '"'):
		return general(`perhaps a quote inside the string must be escaped as \"`)
	case syntax.IsWord(syntax.ByteAt(before, n-1)) && syntax.WordLen(after) > 0: // a number or literal that a letter outside ASCII follows
		return general("put text in double quotes")
	case lastSolid(before) != '}' && lastSolid(before) != ']' && IsOutdented(before):
		return general("perhaps a closing bracket is missing, because this line is indented less than the line before it")
	}
	return Advice{}
}

const closingQuoteMissing = "perhaps the closing quote is missing before the comma in the last string"

// SingleQuoteHint explains a missing comma at an offset in a text in JSON5. The hint is "" unless a string in single quotes ends there.
func SingleQuoteHint(src []byte, at int64) string {
	before := src[max(at-scan.DetectedAround, 0):at]
	after := src[at:min(at+scan.DetectedAround, int64(len(src)))]
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
	return swallowsComma(before) && syntax.WordLen(after) > 0 && countQuotes(firstLine(after), before[len(before)-1])%2 == 1
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

// isIndent reports whether c is a space or tab.
func isIndent(c byte) bool { return c == ' ' || c == '\t' }

// colonHint explains a token that follows a name, where a colon was expected.
func colonHint(before, after []byte) Advice {
	switch c := after[0]; {
	case c == ',':
		return general("use a colon between name and value, or square brackets for a list")
	case c == '}':
		return general("a member is a name, a colon and a value; arrays use square brackets")
	case syntax.WordLen(after) > 0 && (NameHoldsColon(before) || swallowsComma(before)):
		return general("perhaps the name is missing its closing quote")
	}
	return Advice{}
}

// NameHoldsColon reports whether the text before the error ends with a string whose last character
// is a colon. Such a string was probably ended by the quotation mark that was meant to open the
// next string.
func NameHoldsColon(before []byte) bool {
	n := len(before) - 1
	return n > 0 && before[n] == '"' && lastSolid(before[:n]) == ':'
}

// nameHint explains a token where a name was expected.
func nameHint(before, after []byte) Advice {
	c := after[0]
	switch {
	case c == ',' && lastSolid(before) == '{', c == ',' && lastSolid(before) == ',':
		return general("remove the extra comma")
	case c == ':' && syntax.BeginsWord(after[1:]):
		return general("names must be in double quotes")
	case c == ':':
		return general("the name is missing")
	case syntax.IsDigit(c) && syntax.ByteAt(before, len(before)-1) == ',' && syntax.DigitsBefore(before[:len(before)-1]) > 0:
		return general("numbers cannot contain commas")
	case (syntax.IsDigit(c) || c == '-') && lastSolid(before) == '{':
		return general("names must be in double quotes; arrays use square brackets")
	case syntax.WordLen(after) > 0:
		return wordNameHint(after)
	case bareNameLen(after) > 0:
		return nameWithoutQuotes
	case (c == '{' || c == '[') && lastSolid(before) == ',':
		return general("a member must begin with a name; perhaps '}' is missing before the comma")
	}
	return Advice{}
}

// wordNameHint explains a word at the start of b, where a name was expected.
func wordNameHint(b []byte) Advice {
	n := syntax.WordLen(b)
	switch rest := b[n:]; {
	case isPythonPrefix(string(b[:n]), rest):
		return pythonString
	case syntax.ByteAt(rest, 0) == '"':
		return general("its opening quote is missing")
	}
	return nameWithoutQuotes
}

// nameWithoutQuotes is the advice about a word where a name was expected.
var nameWithoutQuotes = Advice{Text: Text{Words: "names must be in double quotes"}, habit: BareNameHabit}

// valueHint explains a token where a value was expected.
func valueHint(before, after []byte) Advice {
	c := after[0]
	switch {
	case c == ':' && lastSolid(before) == ':':
		return general("remove the extra colon")
	case (c == ',' || c == '}' || c == ']') && lastSolid(before) == ':':
		return general("the value is missing")
	case c == ',':
		return general("remove the extra comma, or add the missing value")
	case c == ';':
		return ruleOfJSON("use a comma to separate values")
	case c == '(':
		return general("arrays use square brackets")
	case c == '/' || c == '~' || c == '.' && (syntax.ByteAt(after, 1) == '/' || syntax.ByteAt(after, 1) == '.'):
		return general("strings must be in double quotes")
	}
	return Advice{}
}

// separatorHint explains a token where a comma or closing bracket was expected.
func separatorHint(before, after []byte, expected scan.Expected) Advice {
	c := after[0]
	switch {
	case c == ';':
		return ruleOfJSON("use a comma to separate values")
	case c == ':' && isTime(before, after):
		return general("put times in double quotes")
	case c == ':' && lastSolid(before) == '"' && expected&scan.ExpectBracket != 0:
		return general("members must be in braces; perhaps ']' is missing before the name")
	case c == '%' && syntax.DigitsBefore(before) > 0:
		return general("put text in double quotes")
	case bytes.IndexByte([]byte("+-*/%."), c) >= 0:
		return ruleOfJSON("JSON has no expressions")
	}
	return Advice{}
}

// isTime reports whether the colon at after[0] is between hours and minutes.
func isTime(before, after []byte) bool {
	n := syntax.DigitsBefore(before)
	return (n == 1 || n == 2) && syntax.IsDigit(syntax.ByteAt(after, 1)) && syntax.IsDigit(syntax.ByteAt(after, 2)) && !syntax.IsDigit(syntax.ByteAt(after, 3))
}

// lastSolid returns the last byte of b that is not white space, or 0.
func lastSolid(b []byte) byte {
	b = bytes.TrimRight(b, " \t\r\n")
	return syntax.ByteAt(b, len(b)-1)
}

// bareNameLen returns the length of the text at the start of b that is meant to be a name without quotes, as in {@a: 1} and {a/b: 1}: it
// has no white space, does not begin with an HTML entity, and a colon follows it. Otherwise, bareNameLen returns 0.
func bareNameLen(b []byte) int {
	const longest = 64 // because each character of a long line may be an error
	b = b[:min(len(b), longest)]
	n := bytes.IndexAny(b, " \t:,{}[]\"'`\\\r\n")
	if n <= 0 || b[0] == '&' || FirstSolid(b[n:]) != ':' || isComment(b[:n]) || bytes.Contains(b[:n], []byte("//")) || bytes.Contains(b[:n], []byte("/*")) {
		return 0
	}
	return n
}

// firstLine returns b up to the end of its first line.
func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return bytes.TrimRight(line, "\r")
}
