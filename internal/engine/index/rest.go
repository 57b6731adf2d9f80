package index

import (
	"github.com/assayjson/assay/internal/engine/scan"
)

// A Place is a place in a valid document after a value, or the start of the document.
type Place struct {
	At   int          // offset
	Open scan.Nesting // the containers that are open
}

// PassesRest is like [Passes], but continues at a place in a container, where s need not be. The rules of s must
// be plain; see [scan.Rules.IsPlain]. If PassesRest returns false, it has moved s to the place or,
// if it knows where the error is, to shortly before the error.
func PassesRest(s *scan.Scanner, from Place) bool {
	s.Pos, s.State = from.At, from.Open.AfterValue()
	s.Nesting.Copy(&from.Open)
	check := grammarChecks.Get().(*grammarCheck)
	defer grammarChecks.Put(check)
	json := &check.json
	json.Reset(s.MaxDepth, 0)
	entry, ok := AppendEntry(nil, s, false)
	if !ok || !json.Write(entry) {
		return false
	}
	if _, ok := json.Pause(); !ok {
		return false
	}
	valid, known := json.End(s.Src[from.At:])
	if !valid && known {
		if at, _, ok := check.replay.Retreat(json, s.MaxDepth, s.Src, from.At, len(s.Src), from.At, false); ok {
			check.replay.Approach(s, &at)
		}
	}
	return valid && known
}
