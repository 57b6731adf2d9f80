package lint

import (
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// walkers are the tokenizers for walks over many documents. Making a new tokenizer takes more time
// than a walk over a short document.
type walkers struct {
	// The tokenizers are nil until they are needed.
	all    *tokenizer.Tokenizer // returns everything
	errors *tokenizer.Tokenizer // returns only errors
	valid  *tokenizer.Tokenizer // is for texts without errors, except that names may be equal
	names  scan.NameSets        // the names in open objects
}

// tokens returns a tokenizer for a walk over json that applies the given rules and, if it is on, the
// rule duplicate-keys. w may be nil.
func (w *walkers) tokens(s *settings, json []byte, on ruleset.Set) *tokenizer.Tokenizer {
	on |= ruleset.Of(ruleset.DuplicateKeys)
	switch {
	case w == nil:
		return tokenizer.New(json, s.walkingFor(on)...)
	case needsOnlyErrors(on):
		return prepared(&w.errors, json, s.walkingFor(on))
	}
	return prepared(&w.all, json, s.walkingFor(on))
}

// validTokens is like tokens, for a text without errors, except that names may be equal. The
// tokenizer does not compare names.
func (w *walkers) validTokens(s *settings, json []byte) *tokenizer.Tokenizer {
	if w == nil {
		return tokenizer.New(json, s.walking...)
	}
	return prepared(&w.valid, json, s.walking)
}

// nameSets returns empty sets of names.
func (w *walkers) nameSets() *scan.NameSets {
	if w == nil {
		return new(scan.NameSets)
	}
	w.names.Reset()
	return &w.names
}

// prepared returns *t, prepared to read json. It makes *t if it is nil.
func prepared(t **tokenizer.Tokenizer, json []byte, opts []tokenizer.TokenizerOption) *tokenizer.Tokenizer {
	if *t == nil {
		*t = tokenizer.New(json, opts...)
	} else {
		(*t).Reset(json)
	}
	return *t
}
