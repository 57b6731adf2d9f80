package lint

import (
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// walkers are the tokenizers for walks over many documents. Making a new tokenizer takes more time
// than a walk over a short document.
type walkers struct {
	all, errors *tokenizer.Tokenizer // tokenizers that return everything, and only errors; nil until they are needed
}

// tokens returns a tokenizer for a walk over json that applies the given rules. w may be nil.
func (w *walkers) tokens(s *settings, json []byte, on ruleset.Set) *tokenizer.Tokenizer {
	if w == nil {
		return tokenizer.New(json, s.walkingFor(on)...)
	}
	t := &w.all
	if needsOnlyErrors(on) {
		t = &w.errors
	}
	if *t == nil {
		*t = tokenizer.New(json, s.walkingFor(on)...)
	} else {
		(*t).Reset(json)
	}
	return *t
}
