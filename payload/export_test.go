package payload

import "github.com/assayjson/assay/tokenizer"

// HasSentence reports whether k has a sentence of its own.
func HasSentence(k tokenizer.Kind) bool { return sentences[k] != "" }

// Left returns what is left of a budget.
func Left(b *Budget) int64 { return b.left.Load() }
