package explain

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
)

// Hint returns a hint on how to fix the error. If two causes are likely, the hint is about the cause that
// [Explainer.Sentence] does not mention.
func (e Explainer) Hint() Advice {
	if e.Advice != "" {
		return general(e.Advice)
	}
	found := e.notationHint()
	if found.Words == "" {
		found = e.encodingHint()
	}
	if found.Words == "" {
		found = e.syntaxHint()
	}
	if e.Without&(1<<found.about) != 0 {
		return Advice{}
	}
	return found
}

// syntaxHint is like Hint, for texts that are meant to be JSON in UTF-8.
func (e Explainer) syntaxHint() Advice {
	switch e.Kind {
	case flaw.Truncated:
		if e.OneLine && e.causeOf() == mistake.SplitRecord && bytes.IndexByte(e.Before(), '\n') < 0 {
			return general("in NDJSON, each record must be on one line")
		}
		return e.indentHint()
	case flaw.ByteOrderMark:
		if e.Whole != "" {
			return general("remove it")
		}
		return general("save the file as UTF-8 without it")
	}
	m := mistake.Find(e.asMistake())
	hint := Advice{Text{Words: m.Advice()}, m.About, m.Cause}
	if m.OrElse != "" {
		e.mentionRelated(&hint.Text, " of the string that starts at ")
		hint.Words += m.OrElse
	}
	return hint
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

// asMistake returns the error with what is needed to find the mistake that explains it.
func (e Explainer) asMistake() *mistake.Error {
	return &mistake.Error{
		Kind: e.Kind, Expected: e.Expected, Length: e.Length, Before: e.Before(), After: e.After(), InRecord: e.Whole != "",
		OneLine: e.OneLine, JSON5: e.Notation == "JSON5", Extra: e.Kind == flaw.MismatchedBracket && new(mistake.Search).IsExtra(e.After(), e.Depth),
	}
}
