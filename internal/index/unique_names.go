package index

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/scan"
)

// A nameCheck checks whether names are unique.
type nameCheck struct {
	json   jsonsimd.Checker
	replay scan.Replay
	names  scan.NameSets
	marks  []uint32 // the marks that have not been walked over
	Trust           // how many of the marks may be walked over
	tokens tokenCount
	ranges RangeSearch
	visit  func(src []byte, marks []uint32) bool // if not nil, called with the marks that have been walked over
	unique bool                                  // names must be unique
	end    int                                   // offset of the first number that is out of range, or -1
	short  [before + mostShort]byte              // a copy of a short document
}

// The walk over names loads a few bytes before each name. At the start of a text, there are no such
// bytes, and the walk would have to go byte by byte. So a short document is copied to memory with a
// gap before it.
const (
	before    = 64
	mostShort = 4 << 10
)

var nameChecks = sync.Pool{New: func() any { return &nameCheck{marks: make([]uint32, 0, 1024)} }}

// hasUniqueNames reports whether the kernels find that b[begin:] is valid, and that names are
// unique in each object. b must be shorter than 4 GiB. If the result is false, hasUniqueNames moves
// s; see [Passes]. If the result is true, tokens holds the counts for b.
func hasUniqueNames(c *scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) (valid bool, tokens tokenCount) {
	return visitUniqueNames(c, b, begin, rules, s, nil)
}

// visitUniqueNames is like hasUniqueNames, but also calls visit if that is not nil; see [VisitNames].
func visitUniqueNames(c *scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner, visit func(src []byte, marks []uint32) bool) (valid bool, tokens tokenCount) {
	if !Knows(c) {
		return false, tokenCount{}
	}
	check := nameChecks.Get().(*nameCheck)
	check.visit, check.unique = visit, c.UniqueNames
	check.json.Reset(c.MaxDepth, rules|jsonsimd.MarkNames)
	src, at := b, begin
	if len(b) <= mostShort {
		src, at = check.short[:before+copy(check.short[before:], b)], before+begin
	}
	check.ranges = RangeSearch{}
	check.names.Late = true
	valid = check.run(src, at, c.IJSON) && !check.names.Doubt
	tokens = check.tokens
	again := func(src []byte) (valid bool) {
		check.names.Reset()
		check.json.Reset(c.MaxDepth, rules|jsonsimd.MarkNames)
		return check.run(src, at, false)
	}
	switch end := check.end; {
	case valid || s == nil:
	case end >= 0:
		// Text that ends just before a number is invalid, unless the number follows a whole document.
		src = src[:end]
		if again(src) {
			s = nil
		}
	case check.names.IsLate():
		// This time, the names are compared at once.
		valid = again(src)
	}
	if !valid && s != nil {
		check.approach(s, src, at, at-begin)
	}
	check.names.Reset()
	check.visit = nil
	nameChecks.Put(check)
	return valid, tokens
}

// run checks src[at:], including the range of numbers if ranged is set. If a number is out of range,
// run sets c.end and returns false. If run returns false for another reason, all names before the
// remaining marks are unique. If the first of these marks is trusted, it is the mark of the colon
// after a duplicate name.
func (c *nameCheck) run(src []byte, at int, ranged bool) bool {
	c.marks, c.end, c.tokens = c.marks[:0], -1, tokenCount{}
	c.Trust.All(0)
	for ; len(src)-at > indexed; at += indexed {
		var ok bool
		c.marks, ok = c.json.WriteIndex(c.marks, uint32(at), src[at:at+indexed])
		if ranged && !c.inRange(src, at, at+indexed) || !ok || c.json.AtLimit() {
			return false
		}
		c.Trust.Add(&c.json, len(c.marks))
		c.tokens.add(&c.json, indexed)
		if !c.walk(src) {
			return false
		}
	}
	var valid, known bool
	c.marks, valid, known = c.json.EndIndex(c.marks, uint32(at), src[at:])
	if ranged && !c.inRange(src, at, len(src)) || !valid || !known {
		return false
	}
	c.Trust.All(len(c.marks))
	c.tokens.add(&c.json, len(src)-at)
	return c.walk(src)
}

// inRange reports whether all numbers in src[from:to], which was last written to json, are in the
// range of binary64. If not, it sets end.
func (c *nameCheck) inRange(src []byte, from, to int) bool {
	if !c.json.Signs().LargeNumbers {
		return true
	}
	c.end = c.ranges.First(src, from, to)
	return c.end < 0
}

// walk walks over the trusted marks, and reports whether all names are unique.
func (c *nameCheck) walk(src []byte) bool {
	known := c.Trusted
	n := known
	if c.unique {
		n = c.names.Walk(src, c.marks[:known], 0)
	}
	if c.visit != nil && !c.visit(src, c.marks[:n]) {
		return false
	}
	c.marks = c.marks[:copy(c.marks, c.marks[n:])]
	c.Trust.Drop(n)
	return n == known
}

// approach moves s to shortly before the error in src[at:]. The parameter moved is the offset in
// src at which the source of s starts.
func (c *nameCheck) approach(s *scan.Scanner, src []byte, at, moved int) {
	if c.Trusted == 0 {
		stop, _, ok := c.replay.Retreat(&c.json, s.MaxDepth, src, at, len(src), at, false)
		if !ok {
			return
		}
		known, _ := slices.BinarySearch(c.marks, uint32(stop.Pos))
		c.Trust.All(known)
		if c.walk(src) {
			c.approachStop(s, src, stop, moved)
		}
	}
	if c.Trusted > 0 {
		s.ApproachName(src, int(c.marks[0]), moved)
	}
	s.TakeNames(&c.names, moved)
}

// approachStop moves s to a stop. The names before the stop are unique, except possibly a last one
// whose colon is not before the stop.
func (c *nameCheck) approachStop(s *scan.Scanner, src []byte, at scan.Stop, moved int) {
	if c.replay.State == scan.WantColon && !c.names.AddBefore(src, at.Pos, 0) {
		s.ApproachName(src, at.Pos, moved)
		return
	}
	at.Pos, at.Quote = at.Pos-moved, at.Quote-moved
	s.Approach(&at, &c.replay)
	s.Named = s.Pos
}
