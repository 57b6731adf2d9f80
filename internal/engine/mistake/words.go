package mistake

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// words is the table of mistakes in words that are no values.
var words = []row{
	{is: func(e *Error) bool { return isShellVariable(e.After) }, advice: "this variable was not replaced with its value"},
	{is: isPython, advice: pythonString, about: RuleOfJSON, habit: PythonHabit},
	{is: lacksOpening, advice: "its opening quote is missing"},
	{is: func(e *Error) bool {
		return e.calls("ObjectId", "ISODate", "NumberLong", "NumberInt", "NumberDecimal", "BinData", "Timestamp", "UUID")
	}, advice: "this is MongoDB shell output; mongoexport and EJSON.stringify write JSON", about: RuleOfJSON},
	{is: func(e *Error) bool { return e.calls("datetime", "Decimal", "OrderedDict", "defaultdict") }, advice: "this is Python output; json.dumps writes JSON", about: RuleOfJSON},
	{is: func(e *Error) bool { return string(e.word()) == "function" }, advice: "JSON has no functions", about: RuleOfJSON},
	{is: func(e *Error) bool { return isCall(e) || string(e.word()) == "new" }, advice: "JSON has no function calls", about: RuleOfJSON},
	{is: func(e *Error) bool { return slices.Contains(pythonWords, string(e.word())) }, advise: writeLiteral, habit: PythonHabit, repairs: literalRepairs, first: literalRepair},
	{is: func(e *Error) bool { return spellingOf(e) != nil }, advise: writeLiteral, repairs: literalRepairs, first: literalRepair},
	{is: func(e *Error) bool { return e.isWord("undefined") }, advice: "write null, or omit the member"},
	{is: func(e *Error) bool { return e.isWord("yes", "on") }, advise: func(e *Error) string { return `write true, or "` + small(e) + `" in double quotes` }},
	{is: func(e *Error) bool { return e.isWord("no", "off") }, advise: func(e *Error) string { return `write false, or "` + small(e) + `" in double quotes` }},
	{is: func(e *Error) bool { return meantLiteral(e.After) != "" }, advise: func(e *Error) string { return "did you mean " + meantLiteral(e.After) + "?" }},
	{is: func(e *Error) bool { return lastSolid(e.Before) != 0 }, advice: "strings must be in double quotes"}, // otherwise the input is probably not meant to be a string
}

// pythonString is the advice about a Python string with a prefix.
const pythonString = "this is a Python string; JSON strings have no prefix, and must be in double quotes"

// word returns the word at the error. Many rows ask for it, so it is kept.
func (e *Error) word() []byte {
	if e.wordEnd == 0 {
		e.wordEnd = 1 + syntax.WordLen(e.After)
	}
	return e.After[:e.wordEnd-1]
}

// small returns the word at the error in lower case. A long word is cut.
func small(e *Error) string { return strings.ToLower(string(clip(e.word(), 16))) }

// isWord reports whether the word at the error is one of the given ones, in any case of its letters.
func (e *Error) isWord(words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return isFold(e.word(), word) })
}

func isPython(e *Error) bool {
	return isPythonPrefix(string(e.word()), e.After[len(e.word()):])
}

// lacksOpening reports whether a quotation mark is right after the word at the error.
func lacksOpening(e *Error) bool { return syntax.ByteAt(e.After, len(e.word())) == '"' }

// isCall reports whether a parenthesis is right after the word at the error.
func isCall(e *Error) bool { return syntax.ByteAt(e.After, len(e.word())) == '(' }

// calls reports whether one of the given functions is called, or another one by that name.
func (e *Error) calls(names ...string) bool {
	return isCall(e) && slices.Contains(names, string(e.word()))
}

// A spelling is how other languages write a value of JSON.
type spelling struct{ word, value, write string }

// spellings are the words for values of JSON, in lower case.
var spellings = []spelling{
	{"true", "true", "write true"}, {"false", "false", "write false"}, {"null", "null", "write null"}, {"none", "null", "write null"}, {"nil", "null", "write null"},
}

// spellingOf returns the spelling that the word at the error has, in any case of its letters, or nil.
func spellingOf(e *Error) *spelling {
	for i := range spellings {
		if isFold(e.word(), spellings[i].word) {
			return &spellings[i]
		}
	}
	return nil
}

func writeLiteral(e *Error) string { return spellingOf(e).write }

// pythonWords are the literals of Python.
var pythonWords = []string{"True", "False", "None"}

// LiteralOf returns the literal that other languages usually spell in the given way, such as True, NULL and nil, or "".
func LiteralOf(word string) string {
	switch word {
	case "True", "TRUE":
		return "true"
	case "False", "FALSE":
		return "false"
	case "Null", "NULL", "None", "nil":
		return "null"
	}
	return ""
}

// literalRepair writes the literal that a word stands for.
func literalRepair(e *Error) Repair {
	s := spellingOf(e)
	write := replace(s.write, 0, e.Length, s.value)
	write.Safe = LiteralOf(string(clip(e.After, e.Length))) != ""
	return write
}

func literalRepairs(e *Error) []Repair { return append([]Repair{literalRepair(e)}, wordRepairs(e)...) }

// wordRepairs are for words that are no values.
func wordRepairs(e *Error) (all []Repair) {
	if lacksOpening(e) && syntax.BeginsWord(e.After) {
		all = append(all, replace("insert the opening quotation mark", 0, 0, `"`))
	}
	switch {
	case lastSolid(e.Before) == 0:
		all = append(all, Repair{Rewrite: KeepDocument})
	case len(all) == 0:
		all = append(all, Repair{Rewrite: WriteAsJSON})
	}
	if value := meantLiteral(e.After); value != "" {
		return append(all, replace("write "+value, 0, e.Length, value))
	}
	all = append(all, specialRepairs(e)...)
	text := string(clip(e.After, e.Length))
	if text == "undefined" {
		all = append(all, replace("write null", 0, e.Length, "null"))
	}
	return append(all, replace("put it in double quotes", 0, e.Length, Quoted(text)))
}

// meantLiteral returns the literal that the word at the start of b probably misspells, or "".
func meantLiteral(b []byte) string {
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
