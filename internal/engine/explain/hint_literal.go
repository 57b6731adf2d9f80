package explain

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// wordHint explains a word that is not a value. The word is at the start of the text after the
// error.
func wordHint(before, after []byte) Advice {
	n := syntax.WordLen(after)
	word, rest := string(after[:n]), after[n:]
	switch {
	case isShellVariable(after):
		return general("this variable was not replaced with its value")
	case isPythonPrefix(word, rest):
		return pythonString
	case syntax.ByteAt(rest, 0) == '"':
		return general("its opening quote is missing")
	case syntax.ByteAt(rest, 0) == '(' || word == "new" || word == "function":
		return callHint(word)
	}
	small := strings.ToLower(word[:min(n, 16)])
	if hint := wordHints[small]; hint.Words != "" {
		return hint
	}
	if literal := MeantLiteral(after); literal != "" {
		return general("did you mean " + literal + "?")
	}
	if len(bytes.TrimLeft(before, " \t\r\n")) == 0 {
		return Advice{} // the input is probably not meant to be a string
	}
	return general("strings must be in double quotes")
}

// pythonString is the advice about a Python string with a prefix.
var pythonString = Advice{
	Text:  Text{Words: "this is a Python string; JSON strings have no prefix, and must be in double quotes"},
	about: RuleOfJSON, habit: PythonHabit,
}

// wordHints maps words to advice. The words, in lower case, are values in other notations.
var wordHints = map[string]Advice{
	"true":      general("write true"),
	"false":     general("write false"),
	"null":      general("write null"),
	"none":      general("write null"),
	"nil":       general("write null"),
	"undefined": general("write null, or omit the member"),
	"yes":       general(`write true, or "yes" in double quotes`),
	"no":        general(`write false, or "no" in double quotes`),
	"on":        general(`write true, or "on" in double quotes`),
	"off":       general(`write false, or "off" in double quotes`),
}

// MeantLiteral returns the literal that the word at the start of b probably misspells, or "".
func MeantLiteral(b []byte) string {
	n := syntax.WordLen(b)
	if c := syntax.ByteAt(b, n); c == '"' || c == '(' {
		return ""
	}
	word := strings.ToLower(string(b[:min(n, 16)]))
	for _, literal := range []string{"true", "false", "null"} {
		if isSlip(word, literal) {
			return literal
		}
	}
	return ""
}

// isSlip reports whether the word a equals the word b with one letter added, with one letter
// missing, or with two adjacent letters swapped.
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
func callHint(name string) Advice {
	switch name {
	case "ObjectId", "ISODate", "NumberLong", "NumberInt", "NumberDecimal", "BinData", "Timestamp", "UUID":
		return ruleOfJSON("this is MongoDB shell output; mongoexport and EJSON.stringify write JSON")
	case "datetime", "Decimal", "OrderedDict", "defaultdict":
		return ruleOfJSON("this is Python output; json.dumps writes JSON")
	case "function":
		return ruleOfJSON("JSON has no functions")
	}
	return ruleOfJSON("JSON has no function calls")
}

// isShellVariable reports whether b starts with a variable as written in shells and templates. b
// must not be empty.
func isShellVariable(b []byte) bool {
	return b[0] == '$' && (syntax.ByteAt(b, 1) == '{' || syntax.BeginsWord(b[1:]))
}

// isPythonPrefix reports whether word is a letter that Python allows before a string, and the text
// in rest begins with such a string.
func isPythonPrefix(word string, rest []byte) bool {
	if len(word) != 1 || !strings.Contains("bBuUrRfF", word) {
		return false
	}
	c := syntax.ByteAt(rest, 1)
	return syntax.ByteAt(rest, 0) == '\'' || syntax.ByteAt(rest, 0) == '"' && c > ' ' && !strings.ContainsRune(",:]}", rune(c))
}
