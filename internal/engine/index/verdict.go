package index

import (
	"math"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Check returns nil if b is a valid document according to the given rules, and a report on the
// error otherwise.
func Check(c *scan.Rules, b []byte) *flaw.Report {
	return CheckInto(c, b, func() *flaw.Report { return new(flaw.Report) })
}

// CheckInto is like Check, but calls alloc for the memory of the report, if there is an error.
func CheckInto(c *scan.Rules, b []byte, alloc func() *flaw.Report) *flaw.Report {
	valid, decided := validShort(c, b)
	if valid {
		return nil
	}
	return check(c, b, decided, alloc)
}

// check is Check with a scanner, unless validShort has found b valid. It is a function of its own,
// because clearing a scanner takes longer than checking a short document. The parameter invalid means
// that validShort has found b invalid.
func check(c *scan.Rules, b []byte, invalid bool, alloc func() *flaw.Report) *flaw.Report {
	s := scan.Scanner{Src: b, Rules: *c}
	switch {
	case invalid:
		s.Counting = false // the text cannot exceed any limit
	case isForScanner(c, b):
		s.Names = exacts.Get().(*unique.Exact)
	case passes(c, b, &s):
		return nil
	}
	var r *flaw.Report
	if !fastscan.Rest(&s) {
		r = alloc()
		s.SetReport(r)
	}
	if names, ok := s.Names.(*unique.Exact); ok {
		names.Reset()
		exacts.Put(names)
	}
	return r
}

// isForScanner reports whether b is so short that a scanner compares its names sooner than kernels find them.
func isForScanner(c *scan.Rules, b []byte) bool {
	const short = 64
	return c.UniqueNames && len(b) <= short && !c.IJSON && !c.Counting
}

// Passes reports whether the kernels find b valid. If it returns false, b may still be valid, and a
// scanner must decide. s may be nil; otherwise it must be at the start of b. If Passes returns
// false and knows where the error is, it moves s to shortly before the error.
func Passes(c *scan.Rules, b []byte, s *scan.Scanner) bool {
	if valid, decided := passesShort(c, b, s); decided {
		return valid
	}
	return passes(c, b, s)
}

// passesShort is validShort, and prepares s, which may be nil, to find the error.
func passesShort(c *scan.Rules, b []byte, s *scan.Scanner) (valid, decided bool) {
	valid, decided = validShort(c, b)
	if decided && s != nil {
		s.Counting = false // the text cannot exceed any limit
	}
	return valid, decided
}

// passes is Passes, except for documents about which validShort decides.
func passes(c *scan.Rules, b []byte, s *scan.Scanner) bool {
	if int64(len(b)) > c.MaxBytes {
		return false
	}
	return passesKernels(*c, b, beginOf(c, b), 0, s)
}

// Repeats returns the names of b of which some seem to be equal, or nil if they are not known. b must be valid except that names may be
// equal.
func Repeats(c *scan.Rules, b []byte) (repeats *unique.Repeats) {
	if !Knows(c) || int64(len(b)) > math.MaxUint32 {
		return nil
	}
	check := nameChecks.Get().(*nameCheck)
	check.visit, check.unique, check.names = Visitor{}, true, &check.keys
	check.json.Reset(c.MaxDepth, jsonsimd.MarkNames)
	check.keys.Use(c.Form)
	check.keys.Gathers = true
	if check.run(b, beginOf(c, b), false) {
		repeats = check.keys.Repeats()
	}
	check.keys.Gathers = false
	check.keys.Reset()
	nameChecks.Put(check)
	return repeats
}

// VisitNames is like [Passes], but also calls the functions of visit. The rules must not contain limits.
// With [jsonsimd.Records], b consists of records, the last of which must end with a newline.
func VisitNames(c scan.Rules, b []byte, rules jsonsimd.Rules, visit Visitor) bool {
	if int64(len(b)) > min(c.MaxBytes, math.MaxUint32) {
		return false
	}
	if c.IJSON {
		rules |= jsonsimd.IJSON
	}
	valid, _, _ := visitUniqueNames(&c, b, beginOf(&c, b), rules, nil, visit)
	return valid
}

// VisitSigns reports whether b is valid according to the given rules, which must include I-JSON, and
// calls signs as described at [Visitor]. The result complete reports whether the kernels have found b
// valid, so that signs has been called for all of b. If they have not, a scanner decides whether b is
// valid, but only if scans is set; otherwise, both results are false. Both are also false if signs returns
// false.
func VisitSigns(c scan.Rules, b []byte, scans bool, signs func(src []byte, from, to int, signs jsonsimd.Signs) bool) (valid, complete bool) {
	if !c.UniqueNames || int64(len(b)) > math.MaxUint32 || !c.Limits.PermitText(b) {
		return scans && Check(&c, b) == nil, false
	}
	var s *scan.Scanner
	if scans {
		s = &scan.Scanner{Src: b, Rules: c}
		s.Counting = false // the text cannot exceed any limit
	}
	begin := beginOf(&c, b)
	c.AllowBOM = false
	complete, stopped, _ := visitUniqueNames(&c, b, begin, jsonsimd.IJSON, s, Visitor{Signs: signs})
	return complete || scans && !stopped && fastscan.Rest(s), complete
}

// PassesKernels is like [Passes] for a document that starts at b[begin] without a byte order mark,
// or for records. Limits apply to each record. If anything beyond the grammar must be checked, the
// last record must end with a newline. Names are checked in a separate pass, which is faster.
func PassesKernels(c scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) bool {
	if rules == 0 {
		c.AllowBOM = false
		if valid, decided := passesShort(&c, b[begin:], s); decided {
			return valid
		}
	}
	return passesKernels(c, b, begin, rules, s)
}

// passesKernels is PassesKernels, except for documents about which validShort decides.
func passesKernels(c scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) bool {
	isPlain := c.Limits.PermitText(b[begin:])
	if isPlain && s != nil {
		s.Counting = false // the text cannot exceed any limit, so counting is not needed
	}
	if c.UniqueNames && rules&jsonsimd.Records == 0 && len(b) <= mostShort && hasDistinctNames(b[begin:], 1, c.Form) {
		const few = 512 // the scanner finds an error in so few bytes sooner than the kernels do
		without := c
		without.UniqueNames = false
		if valid := passesKernels(without, b, begin, 0, nil); valid || len(b) <= few {
			return valid
		}
	}
	if c.IJSON {
		rules |= jsonsimd.IJSON
	}
	switch {
	case !c.UniqueNames && !isPlain && !c.IJSON:
		if tokens, ok := countTokens(c.MaxDepth, b, begin, rules); ok && tokens.proves(&c.Limits, b[begin:]) {
			return true
		}
	case c.UniqueNames && int64(len(b)) <= math.MaxUint32:
		if isPlain {
			valid, _ := hasUniqueNames(&c, b, begin, rules, s)
			return valid
		}
		if valid, tokens := hasUniqueNames(&c, b, begin, rules, nil); valid {
			if tokens.proves(&c.Limits, b[begin:]) {
				return true
			}
			c.UniqueNames, c.IJSON = false, false // these rules have been checked
			if s != nil {
				s.UniqueNames = false
			}
		} else if s == nil {
			return false
		}
	}
	end := len(b)
	if c.IJSON {
		if at := new(RangeSearch).First(b, begin, end); at >= 0 {
			end = at
		}
	}
	if c.UniqueNames || !isPlain {
		return passesInspection(c, b[:end], begin, rules, s) && end == len(b)
	}
	return passesGrammar(c.MaxDepth, b[:end], begin, rules, s) && end == len(b)
}

// A grammarCheck checks a text by the grammar alone.
type grammarCheck struct {
	json   jsonsimd.Checker
	replay fastscan.Replay
}

var grammarChecks = sync.Pool{New: func() any { return new(grammarCheck) }}

// countTokens reports whether the kernels find b valid, and returns the number of tokens.
func countTokens(maxDepth int, b []byte, begin int, rules jsonsimd.Rules) (tokens tokenCount, valid bool) {
	if !hasKernel(maxDepth) || len(b)-begin < LeastIndexed {
		return tokenCount{}, false
	}
	check := grammarChecks.Get().(*grammarCheck)
	defer grammarChecks.Put(check)
	check.json.Reset(maxDepth, rules)
	at := begin
	for ; len(b)-at > indexed; at += indexed {
		if !check.json.Write(b[at : at+indexed]) {
			return tokenCount{}, false
		}
		tokens.add(&check.json, indexed)
	}
	valid, known := check.json.End(b[at:])
	tokens.add(&check.json, len(b)-at)
	return tokens, valid && known
}

// passesGrammar is like PassesKernels, for texts that only need to be checked against the grammar.
func passesGrammar(maxDepth int, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) bool {
	check := grammarChecks.Get().(*grammarCheck)
	valid, known := check.json.Valid(b[begin:], maxDepth, rules)
	if !valid && known && s != nil {
		if at, _, ok := check.replay.Retreat(&check.json, maxDepth, b, begin, len(b), begin, false); ok {
			check.replay.Approach(s, &at)
		}
	}
	grammarChecks.Put(check)
	return valid && known
}
