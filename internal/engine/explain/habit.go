package explain

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Habit returns the habit that explains the error.
func (e Explainer) Habit() mistake.Habit {
	if e.Kind == flaw.ControlCharacter {
		switch e.At()[0] {
		case '\t', '\n', '\r':
			return 0
		}
		return mistake.BinaryHabit
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
func (e Explainer) habitOfToken() mistake.Habit {
	habit, c := mistake.Find(e.asMistake()).Habit, e.At()[0]
	switch {
	case habit == mistake.CommentHabit || habit == mistake.PythonHabit:
		return habit
	case e.Kind == flaw.MisspeltLiteral:
		switch string(e.Bytes()) {
		case "True", "False", "None":
			return mistake.PythonHabit
		}
	case c == '\'' && e.Expected&(flaw.ExpectName|flaw.ExpectValue) != 0:
		return mistake.SingleQuoteHabit
	case habit == mistake.BareNameHabit && syntax.BeginsWord(e.At()):
		return mistake.BareNameHabit
	}
	return 0
}
