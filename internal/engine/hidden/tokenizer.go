package hidden

import "github.com/assayjson/assay/internal/engine/place"

// A Tokenizer is the hidden part of a *tokenizer.Tokenizer.
type Tokenizer struct {
	// Text is the document if it is in memory and the Tokenizer does not have the option KeepGoing; otherwise it is nil.
	Text []byte

	// MaxDepth is how many levels the document may have.
	MaxDepth int

	// Start, if it is not nil, is the outline of the text before the place at which the next call of Reset begins. That call sets
	// Start to nil. The Tokenizer must have the option KeepGoing, and the text must not begin with a byte order mark.
	Start *place.Outline
}
