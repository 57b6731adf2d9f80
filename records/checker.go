package records

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A checker checks single records.
type checker struct {
	rules   *scan.Rules
	reused  bool                       // the memory of the input is reused during the iteration
	oneLine bool                       // each record must be on one line
	taker   hidden.RecordTaker[Record] // takes the records; or nil

	single   scan.Scanner // checks records
	failed   int          // number of invalid records since the last valid one
	violated *violated    // nil until there is a record whose error is found on demand
	invalid  *details     // the details of such records, which use violated

	onlyEqual *details   // like invalid, for records whose only errors are equal names
	errors    errorMaker // makes the errors that are found at once
	details   []details  // memory for the details of records with such errors

	// If names must be unique and objects have equal names, many lines are judged together. The next
	// judged bytes are lines that are valid, except those with the offsets in equal.
	judged  int
	colons  []int // the memory of equal
	equal   []int // one offset for each invalid line that has not been processed, in ascending order, from where the judged lines began
	passed  int   // number of bytes that have been processed since then
	repeats bool  // the lines that were judged last had equal names
}

// findError returns the details of a record with the given text, or nil if the text is valid. It
// determines what the error is only if errors have been asked for.
func (c *checker) findError(data []byte) *details {
	if c.taker != nil && c.taker.IndexRecord(data) {
		c.failed = 0
		return nil
	}
	return c.errorIn(data)
}

// errorIn is like findError, but not for a taker.
func (c *checker) errorIn(data []byte) *details {
	atOnce := c.isAsked() && c.scansFirst(data)
	if atOnce && c.scan(data) || !atOnce && c.isValid(data) {
		c.failed = 0
		return nil
	}
	c.failed++
	if atOnce {
		if c.reused {
			c.single.Src = bytes.Clone(data)
		}
		return c.detailsOf(&c.single)
	}
	if c.violated == nil {
		c.violated = &violated{Rules: *c.rules}
		c.invalid = &details{rules: c.violated, reused: c.reused, oneLine: c.oneLine}
		c.onlyEqual = &details{rules: c.violated, reused: c.reused, oneLine: c.oneLine}
		*hidden.Of(&c.onlyEqual.equal) = true
	}
	if c.judged > 0 {
		return c.onlyEqual
	}
	return c.invalid
}

// isAsked reports whether an error of an earlier record has been asked for.
func (c *checker) isAsked() bool { return c.violated != nil && c.violated.asked.Load() }

// continueFrom is like findError, for a record in which s is shortly before the first error.
func (c *checker) continueFrom(s *scan.Scanner) *details {
	if fastscan.Rest(s) {
		return nil
	}
	return c.detailsOf(s)
}

// detailsOf returns the details of a record in which s has found an error.
func (c *checker) detailsOf(s *scan.Scanner) *details {
	if len(c.details) == 0 {
		c.details = make([]details, sharing)
	}
	d := &c.details[0]
	c.details = c.details[1:]
	*d = details{err: c.errors.errorOf(s), reused: c.reused, oneLine: c.oneLine}
	return d
}

// isValid reports whether the text of a record is valid.
func (c *checker) isValid(data []byte) bool {
	if c.judged > 0 {
		return !c.hasEqualNames(len(data))
	}
	if c.hasFewRules(data) && (!c.rules.UniqueNames || len(data) <= short) {
		if valid, known := jsonsimd.Valid(data, c.rules.MaxDepth); known && !(valid && c.rules.UniqueNames) {
			return valid
		}
	}
	return c.scan(data)
}

// hasFewRules reports whether the kernels check everything, except whether names are unique.
func (c *checker) hasFewRules(data []byte) bool {
	return !c.rules.IJSON && c.rules.Limits.Permit(int64(len(data)))
}

// scan reports whether the text of a record is valid. If it is not, c.single is at the error.
func (c *checker) scan(data []byte) bool {
	s := &c.single
	s.Reset(data)
	s.Rules = *c.rules
	if len(data) <= short && c.hasFewRules(data) {
		s.Counting = false
		return fastscan.Rest(s)
	}
	return index.Passes(&s.Rules, data, s) || fastscan.Rest(s)
}

// passes is like scan, but faster for short texts that are probably valid.
func (c *checker) passes(data []byte) bool {
	s := &c.single
	s.Reset(data)
	s.Rules = *c.rules
	return index.Passes(&s.Rules, data, s) || fastscan.Rest(s)
}

// scansFirst reports whether the scanner should check a record without asking the kernels first, if its
// error will be needed. A kernel is worth its cost if the record is short and probably valid.
func (c *checker) scansFirst(data []byte) bool {
	const few = 4
	return len(data) > short || c.rules.UniqueNames || c.failed >= few
}

// judge judges the lines of b, if names must be unique. It returns false if a line is invalid for another
// reason, or if something else must be checked.
func (c *checker) judge(b []byte) bool {
	if !c.rules.UniqueNames || !c.hasFewRules(b) || c.isAsked() {
		return false
	}
	var valid bool
	c.colons, valid = index.EqualNames(c.rules, c.colons[:0], b)
	c.equal, c.repeats = c.colons, len(c.colons) > 0
	if valid && c.repeats {
		c.judged, c.passed = len(b), 0
	}
	return valid
}

// pass moves c past n bytes that have been processed.
func (c *checker) pass(n int) {
	c.judged = max(c.judged-n, 0)
	c.passed += n
}

// hasEqualNames reports whether the next n bytes, which are a judged line, have equal names.
func (c *checker) hasEqualNames(n int) bool {
	for len(c.equal) > 0 && c.equal[0] < c.passed {
		c.equal = c.equal[1:]
	}
	return len(c.equal) > 0 && c.equal[0] < c.passed+n
}
