package explain

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
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
	if found != 0 && e.notationHint().Words != "" {
		return 0
	}
	return found
}

// habitOfToken is like Habit, for a token that is not allowed in a text that is meant to be JSON.
func (e Explainer) habitOfToken() Habit {
	hint := e.syntaxHint()
	c := e.At()[0]
	switch {
	case hint.habit == CommentHabit || hint.habit == PythonHabit:
		return hint.habit
	case e.Kind == scan.MisspeltLiteral:
		switch string(e.Bytes()) {
		case "True", "False", "None":
			return PythonHabit
		}
	case c == '\'' && e.Expected&(scan.ExpectName|scan.ExpectValue) != 0:
		return SingleQuoteHabit
	case hint.habit == BareNameHabit && syntax.BeginsWord(e.At()):
		return BareNameHabit
	}
	return 0
}
