package tokenizer

import (
	"bytes"
	"math"
	"sync"

	"github.com/assayjson/assay/asm"
)

// Valid reports whether b is one JSON document in UTF-8, white space around it
// allowed, nested at most [DefaultMaxDepth] levels deep. It allocates some 50 KB, which
// are kept for the next check; for short documents and on 32-bit machines nothing, unless
// the document is nested more than 64 levels deep.
func Valid(b []byte) bool {
	if valid, known := asm.ValidJSON(b, DefaultMaxDepth); known {
		return valid
	}
	s := scanner{src: b, config: newConfig(nil)}
	return s.document()
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
func verdictOf(c config, b []byte) *report {
	s := scanner{src: b, config: c}
	if passes(c, b, &s) || s.rest() {
		return nil
	}
	return s.report()
}

// passes reports whether b is right as far as it can be told without the scanner. If it is not, s,
// which stands at the beginning of b, is moved to a place shortly before what is wrong, where that is
// known. It may be nil.
func passes(c config, b []byte, s *scanner) bool {
	if c.ijson || int64(len(b)) > c.maxBytes {
		return false
	}
	begin := 0
	if c.allowBOM && bytes.HasPrefix(b, []byte(byteOrderMark)) {
		begin = len(byteOrderMark)
	}
	c.allowBOM = false
	return passesKernels(c, b, begin, 0, s)
}

// passesKernels is passes for one document without a byte order mark, which begins at b[begin], or
// for records. These may be kept to limits that are meant for each of them, and must end with a
// newline if there is more to check than the grammar. Names are looked at alone: that is faster.
func passesKernels(c config, b []byte, begin int, rules asm.JSONRules, s *scanner) bool {
	isPlain := c.limits.permitText(b[begin:])
	if isPlain && s != nil {
		s.counting = false // there is nothing that would be too much
	}
	switch {
	case c.uniqueNames && int64(len(b)) <= math.MaxUint32 && isPlain:
		return hasUniqueNames(&c, b, begin, rules, s)
	case c.uniqueNames && int64(len(b)) <= math.MaxUint32:
		if !hasUniqueNames(&c, b, begin, rules, nil) {
			if s != nil {
				passesInspection(c, b, begin, rules, s)
			}
			return false
		}
		c.uniqueNames = false // they are
		if s != nil {
			s.uniqueNames = false
		}
		return passesInspection(c, b, begin, rules, s)
	case c.uniqueNames || !isPlain:
		return passesInspection(c, b, begin, rules, s)
	}
	return passesGrammar(c.maxDepth, b, begin, rules, s)
}

// A grammarCheck finds out whether a text is right by the grammar.
type grammarCheck struct {
	json   asm.JSON
	replay replay
}

var grammarChecks = sync.Pool{New: func() any { return new(grammarCheck) }}

// passesGrammar is passesKernels where there is no more to check.
func passesGrammar(maxDepth int, b []byte, begin int, rules asm.JSONRules, s *scanner) bool {
	if rules == 0 {
		if valid, known := asm.ValidShortJSON(b[begin:], maxDepth); known {
			return valid
		}
	}
	check := grammarChecks.Get().(*grammarCheck)
	valid, known := check.json.Valid(b[begin:], maxDepth, rules)
	if !valid && known && s != nil {
		if at, _, ok := check.replay.retreat(&check.json, maxDepth, b, begin, len(b), begin, false); ok {
			s.approach(&at, &check.replay)
		}
	}
	grammarChecks.Put(check)
	return valid && known
}
