package explain

import (
	"cmp"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
)

// Message returns what is wrong and, after a semicolon, the hint on how to fix it. It also returns the probable cause.
func (e Explainer) Message() (text Text, cause mistake.Cause) {
	text = e.Sentence()
	hint := e.Hint()
	if hint.Words != "" {
		text.Append("; ", hint.Text)
	}
	return text, cmp.Or(e.causeOf(), hint.cause)
}

// causeOf returns the cause that the sentence shows, even without a hint.
func (e Explainer) causeOf() mistake.Cause {
	if e.Whole == "" {
		return 0
	}
	switch e.Kind {
	case flaw.UnterminatedString:
		if _, known := e.RelatedPlace(); known {
			return mistake.CutRecord
		}
	case flaw.Truncated:
		switch e.Expected {
		case flaw.ExpectName | flaw.ExpectBrace, flaw.ExpectValue | flaw.ExpectBracket:
			return mistake.SplitRecord
		}
	}
	return 0
}
