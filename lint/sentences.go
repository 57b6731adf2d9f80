package lint

import (
	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/tokenizer"
)

// notationOf returns the name of the notation in which the values of dialect d are written. The
// name is meant for messages.
func notationOf(d Dialect) string {
	if d == JSON5 {
		return "JSON5"
	}
	return "JSON"
}

// wordingIn returns the wording of messages about a text in dialect d. Positions in the messages
// refer to the original text.
func wordingIn(d Dialect, s *source, e *tokenizer.SyntaxError) (w explain.Wording) {
	if d == JSON5 {
		w = explain.Wording{Notation: notationOf(d), Name: "a name"}
	}
	if !s.places.IsIdentity() {
		_, hasPointer := e.Pointer()
		w.Place = func(at place.Place) (place.Position, bool) {
			if !hasPointer { // there are so many errors that computing all positions would take too long
				return place.Position{}, false
			}
			return place.Locate(s.src, s.places.Offset(at.Offset)), true
		}
	}
	return w
}

// sentenceIn returns the message of e for a text in dialect d, which must not be JSON. It omits
// advice that applies only to JSON.
func sentenceIn(d Dialect, s *source, e *tokenizer.SyntaxError) string {
	report := bridge.ReportOf(e)
	if report == nil {
		return e.Message()
	}
	x := explain.Explainer{Report: report, Wording: wordingIn(d, s, e)}
	what := x.Sentence()
	hint, about := x.Hint()
	isForeign := d == JSON5 && about == explain.RuleOfJSON
	if hint == "" || about == explain.Comments || isForeign {
		return what
	}
	return what + "; " + hint
}

// isOtherFormat reports whether e means that the text is a file in another format.
func isOtherFormat(e *tokenizer.SyntaxError) bool {
	report := bridge.ReportOf(e)
	return report != nil && explain.Explainer{Report: report}.IsOtherFormat()
}
