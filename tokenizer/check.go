package tokenizer

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Valid reports whether b is one JSON document in UTF-8, nested at most 10,000 levels deep. White
// space around the document is allowed. Valid takes about 50 KB of memory, which is kept for the
// next check. For short documents, and on 32-bit machines, it allocates nothing unless the document
// is nested more than 64 levels deep.
func Valid(b []byte) bool {
	if index.IsScalar(b) {
		return true
	}
	if valid, known := jsonsimd.Valid(b, scan.DefaultMaxDepth); known {
		return valid
	}
	s := scan.Scanner{Src: b, Rules: RulesOf(nil)}
	return s.Document()
}

// Check returns nil if b is one JSON document in UTF-8, and a [*SyntaxError] for the first error
// otherwise. Without options it agrees with [Valid].
//
// The error keeps b, from which it computes the line, column and pointer on demand. b must not
// change while the error is in use.
func Check(b []byte, opts ...Option) error {
	if len(opts) == 0 { // the rules need not be copied
		return check(&plain, b)
	}
	rules := plain
	setRules(&rules, opts)
	if rules.Workers > 1 {
		return asError(parts.Check(&rules, b))
	}
	return check(&rules, b)
}

// check is Check by the given rules, with one goroutine.
func check(rules *scan.Rules, b []byte) error {
	type reported struct { // the error and its report, in the same piece of memory
		SyntaxError
		about flaw.Report
	}
	var e *reported
	alloc := func() *flaw.Report {
		e = new(reported)
		return &e.about
	}
	if index.CheckInto(rules, b, alloc) == nil {
		return nil
	}
	e.SyntaxError.setReport(&e.about)
	return &e.SyntaxError
}
