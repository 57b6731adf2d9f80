package index

import (
	"bytes"
	"math"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/scan"
)

// Check returns nil for a document by these rules, and otherwise what is wrong with it.
func Check(c scan.Rules, b []byte) *scan.Report {
	s := scan.Scanner{Src: b, Rules: c}
	if Passes(c, b, &s) || s.Rest() {
		return nil
	}
	return s.Report()
}

// Passes reports whether b is right as far as it can be told without the scanner. If it is not, s,
// which stands at the beginning of b, is moved to a place shortly before what is wrong, where that is
// known. It may be nil.
func Passes(c scan.Rules, b []byte, s *scan.Scanner) bool {
	if c.IJSON || int64(len(b)) > c.MaxBytes {
		return false
	}
	begin := 0
	if c.AllowBOM && bytes.HasPrefix(b, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	c.AllowBOM = false
	return PassesKernels(c, b, begin, 0, s)
}

// PassesKernels is passes for one document without a byte order mark, which begins at b[begin], or
// for records. These may be kept to limits that are meant for each of them, and must end with a
// newline if there is more to check than the grammar. Names are looked at alone: that is faster.
func PassesKernels(c scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) bool {
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
	json   jsonsimd.Checker
	replay scan.Replay
}

var grammarChecks = sync.Pool{New: func() any { return new(grammarCheck) }}

// passesGrammar is PassesKernels where there is no more to check.
func passesGrammar(maxDepth int, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) bool {
	if rules == 0 {
		if valid, known := jsonsimd.ValidShort(b[begin:], maxDepth); known {
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

// Knows reports whether kernels can check what there is to check, except limits.
func Knows(c *scan.Rules) bool { return !c.IJSON && HasKernel(c.MaxDepth) }
