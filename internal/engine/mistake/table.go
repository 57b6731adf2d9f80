package mistake

import "github.com/assayjson/assay/internal/engine/flaw"

// A Mistake is what was probably done wrong. The zero Mistake means that the cause cannot be guessed.
type Mistake struct {
	OrElse string // another way to fix it, which continues the advice after the position of the string with the error
	About  Topic
	Habit  Habit  // the habit that it is about, or 0
	Cause  Cause  // or 0
	row    *row   // nil if no row explains the error
	err    *Error // the error that it explains
}

// Advice returns how to fix the mistake, or "" if the message says enough.
func (m Mistake) Advice() string {
	switch {
	case m.row == nil:
		return ""
	case m.row.advise != nil:
		return m.row.advise(m.err)
	}
	return m.row.advice
}

// Repairs returns what was probably meant, the likeliest first.
func (m Mistake) Repairs() []Repair {
	if m.err == nil {
		return nil
	}
	return repairsOf(m.row, m.err)
}

// Find returns the mistake that explains an error. The error must not be changed while the mistake is used.
func Find(e *Error) Mistake {
	r := find(e)
	if r == nil {
		return Mistake{err: e}
	}
	return Mistake{OrElse: r.orElse, About: r.about, Habit: r.habit, Cause: r.cause, row: r, err: e}
}

// repairsOf returns the repairs of an error which a row explains, or no row if it is nil.
func repairsOf(row *row, e *Error) []Repair {
	switch {
	case row != nil && row.always != nil:
		return row.always
	case row != nil && row.repairs != nil:
		return row.repairs(e)
	}
	if usual := usualRepairs[e.Kind]; usual != nil && (len(e.After) > 0 || e.Kind == flaw.MissingComma || e.Kind == flaw.BadNumber) {
		return usual(e)
	}
	return nil
}

// find returns the first row that applies to an error, or nil.
func find(e *Error) *row {
	if len(e.After) == 0 {
		return nil
	}
	for _, table := range tablesFor(e) {
		for i := range table {
			if row := &table[i]; row.applies(e) {
				return row
			}
		}
	}
	return nil
}

// Safe returns the repair of an error that leaves no doubt about what was meant. If there is none, ok is false.
func Safe(e *Error) (r Repair, ok bool) {
	switch e.Kind {
	case flaw.TrailingComma, flaw.MisspeltLiteral, flaw.LeadingPlus, flaw.LeadingPoint, flaw.ControlCharacter, flaw.BadEscape, flaw.TrailingData:
		row := find(e)
		if row != nil && row.first != nil {
			r = row.first(e)
			return r, r.Safe
		}
		if all := repairsOf(row, e); len(all) > 0 && all[0].Safe {
			return all[0], true
		}
	}
	return r, false
}

// usualRepairs are for errors for which no row has other repairs.
var usualRepairs = [256]func(*Error) []Repair{
	flaw.BadEscape: escapeRepairs, flaw.BadUnicodeEscape: escapeRepairs, flaw.BadNumber: numberRepairs, flaw.MissingFraction: fractionRepairs,
	flaw.MisspeltLiteral: wordRepairs, flaw.UnexpectedToken: unexpectedRepairs, flaw.MissingComma: commaRepairs, flaw.MissingColon: colonRepairs,
	flaw.TrailingData: trailingRepairs, flaw.MismatchedBracket: bracketRepairs,
}

// tablesFor returns the tables that may explain an error.
func tablesFor(e *Error) [][]row {
	switch e.Kind {
	case flaw.UnexpectedToken:
		switch {
		case e.Expected&flaw.ExpectName != 0:
			return inNames
		case e.Expected&flaw.ExpectValue != 0:
			return inValues
		}
		return inSeparators
	case flaw.TrailingData:
		if e.InRecord {
			return afterRecord
		}
	}
	return tables[e.Kind]
}

var (
	inNames      = [][]row{specials, marks, signs, characters, names}
	inValues     = [][]row{specials, marks, signs, characters, values}
	inSeparators = [][]row{specials, marks, signs, characters, separators}
	afterRecord  = [][]row{marks, signs, characters, afterRecords, afterDocuments}

	tables = [256][][]row{
		flaw.ControlCharacter:  {controls},
		flaw.BadEscape:         {escapes},
		flaw.BadUnicodeEscape:  {unicodeEscapes},
		flaw.LeadingZero:       {leadingZeros},
		flaw.LeadingPlus:       {specials, leadingPlus},
		flaw.LeadingPoint:      {leadingPoint},
		flaw.MissingFraction:   {specials, missingFraction},
		flaw.MissingInteger:    {specials, missingInteger},
		flaw.BadNumber:         {badNumbers},
		flaw.MisspeltLiteral:   {specials, characters, words},
		flaw.MissingComma:      {marks, signs, characters, missingCommas},
		flaw.MissingColon:      {marks, signs, characters, missingColons},
		flaw.TrailingData:      {marks, signs, characters, afterDocuments},
		flaw.TrailingComma:     {trailingCommas},
		flaw.MismatchedBracket: {mismatchedBrackets},
	}
)

// specials is the table of NaN and infinities that begin at or before the error.
var specials = []row{
	{is: func(e *Error) bool { return e.JSON5 && isSpecial(e) }, advise: writeSpecial, repairs: specialOrOther},
	{is: isSpecial, advise: func(e *Error) string {
		_, _, name := special(e)
		return "JSON has no " + name + "; null is often used instead"
	}, about: RuleOfJSON, repairs: specialOrOther},
}

// specialOrOther also has repairs for the case that something else was meant.
func specialOrOther(e *Error) []Repair {
	switch e.Kind {
	case flaw.MisspeltLiteral:
		return wordRepairs(e)
	case flaw.UnexpectedToken:
		return unexpectedRepairs(e)
	}
	return append(specialRepairs(e), fractionRepairs(e)...)
}
