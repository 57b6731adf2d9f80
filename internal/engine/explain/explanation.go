package explain

import (
	"cmp"

	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/scan"
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
	case scan.UnterminatedString:
		if _, known := e.RelatedPlace(); known {
			return mistake.CutRecord
		}
	case scan.Truncated:
		switch e.Expected {
		case scan.ExpectName | scan.ExpectBrace, scan.ExpectValue | scan.ExpectBracket:
			return mistake.SplitRecord
		}
	}
	return 0
}
