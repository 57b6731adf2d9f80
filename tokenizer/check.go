package tokenizer

import (
	"bytes"
	"math"
	"sync"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/scan"
)

// Valid reports whether b is one JSON document in UTF-8, white space around it
// allowed, nested at most [DefaultMaxDepth] levels deep. It allocates some 50 KB, which
// are kept for the next check; for short documents and on 32-bit machines nothing, unless
// the document is nested more than 64 levels deep.
func Valid(b []byte) bool {
	if valid, known := asm.ValidJSON(b, scan.DefaultMaxDepth); known {
		return valid
	}
	s := scan.Scanner{Src: b, Rules: newConfig(nil)}
	return s.Document()
}

// Check returns nil when b is one JSON document in UTF-8 and otherwise a
// [*SyntaxError] for the first place where it is not. Without options it agrees
// with [Valid].
//
// The error keeps b to compute line, column and pointer when they are asked for: b
// must not change while the error is in use.
func Check(b []byte, opts ...Option) error {
	return asError(verdictOf(newConfig(opts), b))
}

// verdictOf returns nil for a document by these rules, and otherwise what is wrong with it.
func verdictOf(c scan.Rules, b []byte) *scan.Report {
	s := scan.Scanner{Src: b, Rules: c}
	if passes(c, b, &s) || s.Rest() {
		return nil
	}
	return s.Report()
}

// passes reports whether b is right as far as it can be told without the scanner. If it is not, s,
// which stands at the beginning of b, is moved to a place shortly before what is wrong, where that is
// known. It may be nil.
func passes(c scan.Rules, b []byte, s *scan.Scanner) bool {
	if c.IJSON || int64(len(b)) > c.MaxBytes {
		return false
	}
	begin := 0
	if c.AllowBOM && bytes.HasPrefix(b, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	c.AllowBOM = false
	return passesKernels(c, b, begin, 0, s)
}

// passesKernels is passes for one document without a byte order mark, which begins at b[begin], or
// for records. These may be kept to limits that are meant for each of them, and must end with a
// newline if there is more to check than the grammar. Names are looked at alone: that is faster.
func passesKernels(c scan.Rules, b []byte, begin int, rules asm.JSONRules, s *scan.Scanner) bool {
	isPlain := c.Limits.PermitText(b[begin:])
	if isPlain && s != nil {
		s.Counting = false // there is nothing that would be too much
	}
	switch {
	case c.UniqueNames && int64(len(b)) <= math.MaxUint32 && isPlain:
		return hasUniqueNames(&c, b, begin, rules, s)
	case c.UniqueNames && int64(len(b)) <= math.MaxUint32:
		if !hasUniqueNames(&c, b, begin, rules, nil) {
			if s != nil {
				passesInspection(c, b, begin, rules, s)
			}
			return false
		}
		c.UniqueNames = false // they are
		if s != nil {
			s.UniqueNames = false
		}
		return passesInspection(c, b, begin, rules, s)
	case c.UniqueNames || !isPlain:
		return passesInspection(c, b, begin, rules, s)
	}
	return passesGrammar(c.MaxDepth, b, begin, rules, s)
}

// A grammarCheck finds out whether a text is right by the grammar.
type grammarCheck struct {
	json   asm.JSON
	replay scan.Replay
}

var grammarChecks = sync.Pool{New: func() any { return new(grammarCheck) }}

// passesGrammar is passesKernels where there is no more to check.
func passesGrammar(maxDepth int, b []byte, begin int, rules asm.JSONRules, s *scan.Scanner) bool {
	if rules == 0 {
		if valid, known := asm.ValidShortJSON(b[begin:], maxDepth); known {
			return valid
		}
	}
	check := grammarChecks.Get().(*grammarCheck)
	valid, known := check.json.Valid(b[begin:], maxDepth, rules)
	if !valid && known && s != nil {
		if at, _, ok := check.replay.Retreat(&check.json, maxDepth, b, begin, len(b), begin, false); ok {
			s.Approach(&at, &check.replay)
		}
	}
	grammarChecks.Put(check)
	return valid && known
}
