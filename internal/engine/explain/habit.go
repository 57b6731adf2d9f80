package explain

import (
	"bytes"
	"cmp"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// KindName returns the name of the kind of the error. The habit, which is that of the error, or the encoding of the text may explain
// the error better than its kind does.
func (e Explainer) KindName(habit mistake.Habit) string {
	return cmp.Or(KindOfHabit(habit), e.EncodingKind(), e.Kind.String())
}

// KindOfHabit returns the name of the kind of errors that a habit explains better than the kind of the error, or "".
func KindOfHabit(habit mistake.Habit) string {
	switch habit {
	case mistake.SingleQuoteHabit:
		return "single-quotes"
	case mistake.BareNameHabit:
		return "unquoted-name"
	}
	return ""
}

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
