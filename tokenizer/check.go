package tokenizer

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// Valid reports whether b is one JSON document in UTF-8, white space around it
// allowed, nested at most 10,000 levels deep. It allocates some 50 KB, which
// are kept for the next check; for short documents and on 32-bit machines nothing, unless
// the document is nested more than 64 levels deep.
func Valid(b []byte) bool {
	if valid, known := jsonsimd.Valid(b, scan.DefaultMaxDepth); known {
		return valid
	}
	s := scan.Scanner{Src: b, Rules: RulesOf(nil)}
	return s.Document()
}

// Check returns nil when b is one JSON document in UTF-8 and otherwise a
// [*SyntaxError] for the first place where it is not. Without options it agrees
// with [Valid].
//
// The error keeps b to compute line, column and pointer when they are asked for: b
// must not change while the error is in use.
func Check(b []byte, opts ...Option) error {
	return asError(index.Check(RulesOf(opts), b))
}
