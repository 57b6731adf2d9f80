package explain

import (
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// A Habit is a habit from another notation. A text that has an error because of it usually has many
// of them.
type Habit uint8

// The habits. The zero Habit means that an error has another cause.
const (
	CommentHabit     Habit = 1 + iota
	SingleQuoteHabit       // a string in single quotes
	BareNameHabit          // a name without quotation marks
	PythonHabit            // True, False, None, or a Python string with a prefix
	BinaryHabit            // a control character in a string, other than a tab or a line end

	Habits // the number of habits, including the zero Habit
)

// Habit returns the habit that explains the error.
func (e Explainer) Habit() Habit {
	if e.Kind == scan.ControlCharacter {
		switch e.At()[0] {
		case '\t', '\n', '\r':
			return 0
		}
		return BinaryHabit
	}
	if e.Length == 0 || !e.Kind.IsStructural() {
		return 0
	}
	found := e.habitOfToken()
	if found != 0 && e.notationHint().text != "" {
		return 0
	}
	return found
}

// habitOfToken is like Habit, for a token that is not allowed in a text that is meant to be JSON.
func (e Explainer) habitOfToken() Habit {
	hint := e.syntaxHint()
	c := e.At()[0]
	switch {
	case hint.about == Comments:
		return CommentHabit
	case hint == pythonString:
		return PythonHabit
	case e.Kind == scan.MisspeltLiteral:
		switch string(e.Bytes()) {
		case "True", "False", "None":
			return PythonHabit
		}
	case c == '\'' && e.Expected&(scan.ExpectName|scan.ExpectValue) != 0:
		return SingleQuoteHabit
	case hint == nameWithoutQuotes && syntax.BeginsWord(e.At()):
		return BareNameHabit
	}
	return 0
}
