package explain

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Habit returns the habit that explains the error.
func (e Explainer) Habit() mistake.Habit {
	if e.Kind == flaw.ControlCharacter && bytes.IndexByte([]byte("\t\n\r"), e.At()[0]) < 0 {
		return mistake.BinaryHabit // without the table, because binary data has many of them
	}
	if e.Length == 0 || !e.Kind.IsStructural() || e.Kind == flaw.MismatchedBracket {
		return 0
	}
	habit := mistake.Find(e.asMistake()).Habit
	switch {
	case habit == mistake.SingleQuoteHabit && e.Expected&(flaw.ExpectName|flaw.ExpectValue) == 0,
		habit == mistake.BareNameHabit && !syntax.BeginsWord(e.At()),
		habit != 0 && e.notationHint().Words != "":
		return 0
	}
	return habit
}
