package explain

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/internal/syntax"
)

// wordHint explains the word that after begins with, which is not a value.
func wordHint(before, after []byte) string {
	n := syntax.WordLen(after)
	word, rest := string(after[:n]), after[n:]
	switch {
	case isShellVariable(after):
		return "a variable that was not replaced by its value"
	case isPythonPrefix(word, rest):
		return "Python's notation; JSON strings have no prefix, and stand in double quotes"
	case syntax.ByteAt(rest, 0) == '"':
		return "its opening quote is missing"
	case syntax.ByteAt(rest, 0) == '(' || word == "new" || word == "function":
		return callHint(word)
	}
	small := strings.ToLower(word[:min(n, 16)])
	if hint := wordHints[small]; hint != "" {
		return hint
	}
	if literal := literalLike(small); literal != "" {
		return "perhaps " + literal + " is meant"
	}
	if len(bytes.TrimLeft(before, " \t\r\n")) == 0 {
		return "" // the input is hardly meant to be a string
	}
	return "strings stand in double quotes"
}

// wordHints are for words, in lower case, that other notations have as values.
var wordHints = map[string]string{
	"true":      "write true",
	"false":     "write false",
	"null":      "write null",
	"none":      "write null",
	"nil":       "write null",
	"undefined": "write null, or leave the member out",
	"nan":       "JSON has no NaN; null is often used",
	"infinity":  "JSON has no infinities; null is often used",
	"inf":       "JSON has no infinities; null is often used",
	"yes":       `write true, or "yes" in double quotes`,
	"no":        `write false, or "no" in double quotes`,
	"on":        `write true, or "on" in double quotes`,
	"off":       `write false, or "off" in double quotes`,
}

// literalLike returns the literal from which word is one slip away, or "".
func literalLike(word string) string {
	for _, literal := range []string{"true", "false", "null"} {
		if isSlip(word, literal) {
			return literal
		}
	}
	return ""
}

// isSlip reports whether a is b with one letter too many, one too few, or two neighbours
// swapped.
func isSlip(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch len(a) - len(b) {
	case 1:
		return a[1:] == b
	case -1:
		return b[1:] == a
	case 0:
		return len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
	}
	return false
}

// callHint explains the call of a function or constructor.
func callHint(name string) string {
	switch name {
	case "ObjectId", "ISODate", "NumberLong", "NumberInt", "NumberDecimal", "BinData", "Timestamp", "UUID":
		return "the MongoDB shell writes this; mongoexport and EJSON.stringify write JSON"
	case "datetime", "Decimal", "OrderedDict", "defaultdict":
		return "Python prints this; json.dumps writes JSON"
	case "function":
		return "JSON has no functions"
	}
	return "JSON has no calls"
}

// isShellVariable reports whether b begins with a variable as shells and templates write it.
func isShellVariable(b []byte) bool {
	return b[0] == '$' && (syntax.ByteAt(b, 1) == '{' || syntax.IsWordStart(syntax.ByteAt(b, 1)))
}

// isPythonPrefix reports whether word is one of the letters that Python puts before a
// string, and rest begins with the string.
func isPythonPrefix(word string, rest []byte) bool {
	if len(word) != 1 || !strings.Contains("bBuUrRfF", word) {
		return false
	}
	c := syntax.ByteAt(rest, 1)
	return syntax.ByteAt(rest, 0) == '\'' || syntax.ByteAt(rest, 0) == '"' && c > ' ' && !strings.ContainsRune(",:]}", rune(c))
}
