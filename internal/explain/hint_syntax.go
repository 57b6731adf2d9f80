package explain

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

const noComments = "JSON has no comments"

// habitHint explains the token at Offset, where another was expected. Most causes are
// habits from other notations.
func (e Explainer) habitHint() string {
	before, after := e.Before(), e.After()
	if hint := signHint(before, after); hint != "" {
		return hint
	}
	switch {
	case e.Kind == scan.TrailingData:
		return trailingHint(before, after)
	case e.Kind == scan.MissingComma:
		return commaHint(before, after)
	case e.Kind == scan.MissingColon:
		return colonHint(before, after[0])
	case e.Expected&scan.ExpectName != 0:
		return nameHint(before, after)
	case e.Expected&scan.ExpectValue != 0:
		return valueHint(before, after)
	}
	return separatorHint(before, after, e.Expected)
}

// signHint explains signs that JSON does not have.
func signHint(before, after []byte) string {
	c := after[0]
	switch {
	case c == '\'' || c == '`':
		return "JSON strings stand in double quotes"
	case c == '#' && lastSolid(before) == ':' && syntax.IsWord(syntax.ByteAt(after, 1)):
		return "strings stand in double quotes"
	case isComment(after):
		return noComments
	case c == '=':
		return "JSON puts a colon between name and value"
	case c == 0:
		return "NUL bytes often come from a file that was not written out"
	case c == '\\' && bytes.IndexByte([]byte(`"nrt`), syntax.ByteAt(after, 1)) >= 0:
		return "the text is escaped, as within a string"
	case bytes.HasPrefix(after, []byte("...")):
		return "JSON has no ... for what is left out"
	case isPlaceholder(before, after):
		return "a placeholder that was not replaced by its value"
	case c >= utf8.RuneSelf:
		return characterHint(after)
	}
	return ""
}

// isPlaceholder reports whether after begins with a placeholder of shells, templates or manuals.
// If it opens with two braces, the first of them is at the end of before.
func isPlaceholder(before, after []byte) bool {
	inBraces := syntax.ByteAt(before, len(before)-1) == '{'
	switch c := FirstSolid(after[1:]); after[0] {
	case '{':
		return inBraces && (syntax.IsWordStart(c) || c != 0 && bytes.IndexByte([]byte(".#/-"), c) >= 0)
	case '%':
		return inBraces
	case '<':
		return syntax.IsWordStart(syntax.ByteAt(after, 1)) && bytes.IndexByte(firstLine(after), '>') > 0
	}
	return isShellVariable(after)
}

// isComment reports whether b begins with a comment of another notation.
func isComment(b []byte) bool {
	for _, sign := range []string{"//", "/*", "#", "<!--"} {
		if bytes.HasPrefix(b, []byte(sign)) {
			return true
		}
	}
	return false
}

// characterHint explains a character outside ASCII where a token was expected.
func characterHint(b []byte) string {
	r, _ := utf8.DecodeRune(b)
	const fullWidth = '！' - '!'
	switch {
	case r == '\uFEFF':
		return "perhaps from files put together"
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029':
		return "JSON's white space is space, tab, line feed and carriage return alone"
	case unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || r == '„' || r == '‚':
		return "a typographic quote; JSON takes the straight one, U+0022"
	case '！' <= r && r <= '～':
		return "a full-width character; JSON takes " + quoteRune(r-fullWidth) + " of ASCII"
	case r == '、':
		return "an ideographic comma; JSON takes ',' of ASCII"
	case r == '…':
		return "JSON has no ellipsis for what is left out"
	}
	return ""
}

// trailingHint explains what follows the document.
func trailingHint(before, after []byte) string {
	isClosed := lastSolid(before) == '}' || lastSolid(before) == ']'
	switch c := after[0]; {
	case c == '{' || c == '[':
		return "several documents in one file are JSON Lines, not JSON"
	case c == '}' || c == ']':
		return "one closing bracket too many"
	case c == ',' && FirstSolid(after[1:]) == 0:
		return "one comma too many"
	case c == ',' && isClosed && FirstSolid(after[1:]) == '"':
		return "perhaps the closing bracket before it is one too many"
	case c == ',':
		return "several values stand in square brackets"
	case c == ';':
		return "JSON has no semicolons"
	case c == ':' && lastSolid(before) == '"':
		return "members stand in braces, and '{' is missing before the first"
	}
	return ""
}

// commaHint returns what else may be wrong if it is not a missing comma.
func commaHint(before, after []byte) string {
	n, c := len(before), after[0]
	switch {
	case syntax.ByteAt(before, n-1) == '"' && c == '"' && isEmptyString(before):
		return "JSON has no strings in three quotes"
	case syntax.ByteAt(before, n-1) == '"' && (syntax.IsWord(c) || c == '"'):
		return `or a quote within the string must be written \"`
	case lastSolid(before) != '}' && lastSolid(before) != ']' && IsOutdented(before):
		return "or a closing bracket, since the line is indented less than the one before"
	}
	return ""
}

// isEmptyString reports whether before, which ends with a quote, ends with an empty string.
func isEmptyString(before []byte) bool {
	n := len(before) - 2
	return n > 0 && before[n] == '"' && bytes.IndexByte([]byte(":,[{ \t\r\n"), before[n-1]) >= 0
}

// IsOutdented reports whether before ends with the indentation of a line that is indented less than
// the line before it.
func IsOutdented(before []byte) bool {
	i := bytes.LastIndexByte(before, '\n')
	if i < 0 {
		return false
	}
	indent, above := before[i+1:], bytes.TrimRight(before[:i], " \t\r\n")
	above = above[bytes.LastIndexByte(above, '\n')+1:]
	return len(bytes.TrimLeft(indent, " \t")) == 0 && bytes.HasPrefix(above, indent) && isIndent(syntax.ByteAt(above, len(indent)))
}

// isIndent reports whether c is a space or tab.
func isIndent(c byte) bool { return c == ' ' || c == '\t' }

// colonHint explains a token that begins with c and follows a name.
func colonHint(before []byte, c byte) string {
	switch {
	case c == ',' || c == '}':
		return "a member is a name, a colon and a value; lists stand in square brackets"
	case syntax.IsWord(c) && NameHoldsColon(before):
		return "or the name lacks its closing quote"
	}
	return ""
}

// NameHoldsColon reports whether before ends with a string whose last character is a colon: it
// probably ended at the quotation mark that should open the next string.
func NameHoldsColon(before []byte) bool {
	n := len(before) - 1
	return n > 0 && before[n] == '"' && lastSolid(before[:n]) == ':'
}

// nameHint explains a token in place of a name.
func nameHint(before, after []byte) string {
	c := after[0]
	switch {
	case c == ',' && lastSolid(before) == '{', c == ',' && lastSolid(before) == ',':
		return "one comma too many"
	case c == ':' && syntax.IsWordStart(syntax.ByteAt(after, 1)):
		return "names stand in double quotes"
	case c == ':':
		return "the name is missing"
	case syntax.IsDigit(c) && syntax.ByteAt(before, len(before)-1) == ',' && syntax.DigitsBefore(before[:len(before)-1]) > 0:
		return "numbers have no commas in them"
	case (syntax.IsDigit(c) || c == '-') && lastSolid(before) == '{':
		return "lists stand in square brackets, and names in double quotes"
	case syntax.IsWord(c):
		return wordNameHint(after)
	case (c == '{' || c == '[') && lastSolid(before) == ',':
		return "a member begins with its name; or '}' is missing before the comma"
	}
	return ""
}

// wordNameHint explains the word that b begins with in place of a name.
func wordNameHint(b []byte) string {
	n := syntax.WordLen(b)
	switch rest := b[n:]; {
	case isPythonPrefix(string(b[:n]), rest):
		return "Python's notation; JSON strings have no prefix, and stand in double quotes"
	case syntax.ByteAt(rest, 0) == '"':
		return "its opening quote is missing"
	}
	return "names stand in double quotes"
}

// valueHint explains a token in place of a value.
func valueHint(before, after []byte) string {
	c := after[0]
	switch {
	case c == ':' && lastSolid(before) == ':':
		return "one colon too many"
	case (c == ',' || c == '}' || c == ']') && lastSolid(before) == ':':
		return "the value is missing"
	case c == ',':
		return "one comma too many, or a value is missing"
	case c == ';':
		return "JSON separates with commas"
	case c == '(':
		return "lists stand in square brackets"
	case c == '/' || c == '~' || c == '.' && (syntax.ByteAt(after, 1) == '/' || syntax.ByteAt(after, 1) == '.'):
		return "strings stand in double quotes"
	}
	return ""
}

// separatorHint explains a token in place of a comma or closing bracket.
func separatorHint(before, after []byte, expected scan.Expected) string {
	c := after[0]
	switch {
	case c == ';':
		return "JSON separates with commas"
	case c == ':' && isTime(before, after):
		return "times stand in double quotes"
	case c == ':' && lastSolid(before) == '"' && expected&scan.ExpectBracket != 0:
		return "names and values stand in braces; or ']' is missing before them"
	case c == '%' && syntax.DigitsBefore(before) > 0:
		return "text stands in double quotes"
	case bytes.IndexByte([]byte("+-*/%."), c) >= 0:
		return "JSON has no expressions"
	}
	return ""
}

// isTime reports whether the colon that after begins with is between hours and minutes.
func isTime(before, after []byte) bool {
	n := syntax.DigitsBefore(before)
	return (n == 1 || n == 2) && syntax.IsDigit(syntax.ByteAt(after, 1)) && syntax.IsDigit(syntax.ByteAt(after, 2)) && !syntax.IsDigit(syntax.ByteAt(after, 3))
}

// lastSolid returns the last byte of b that is not white space, or 0.
func lastSolid(b []byte) byte {
	b = bytes.TrimRight(b, " \t\r\n")
	return syntax.ByteAt(b, len(b)-1)
}

// firstLine returns b up to the end of its first line.
func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return bytes.TrimRight(line, "\r")
}
