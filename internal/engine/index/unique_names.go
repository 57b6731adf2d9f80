package index

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A nameCheck checks whether names are unique.
type nameCheck struct {
	json    jsonsimd.Checker
	replay  fastscan.Replay
	keys    unique.ByKeys // the names, which are compared late
	exact   unique.Exact  // the names, if an error must be found
	names   unique.Names  // keys or exact
	marks   []uint32      // the marks that have not been walked over
	Trust                 // how many of the marks may be walked over
	tokens  tokenCount
	ranges  RangeSearch
	visit   Visitor
	stopped bool                     // a function of visit has returned false
	unique  bool                     // names must be unique
	end     int                      // offset of the first number that is out of range, or -1
	short   [before + mostShort]byte // a copy of a short document
}

// The walk over names loads a few bytes before each name. At the start of a text, there are no such
// bytes, and the walk would have to go byte by byte. So a short document is copied to memory with a
// gap before it.
const (
	before    = 64
	mostShort = 4 << 10
)

var nameChecks = sync.Pool{New: func() any {
	c := &nameCheck{marks: make([]uint32, 0, 1024), keys: unique.ByKeys{Late: true}}
	for i := range before {
		c.short[i] = ' '
	}
	return c
}}

// exacts is a pool of the names of scanners.
var exacts = sync.Pool{New: func() any { return new(unique.Exact) }}

// hasUniqueNames reports whether the kernels find that b[begin:] is valid, and that names are
// unique in each object. b must be shorter than 4 GiB. If the result is false, hasUniqueNames moves
// s; see [Passes]. If the result is true, tokens holds the counts for b.
func hasUniqueNames(c *scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) (valid bool, tokens tokenCount) {
	valid, _, tokens = visitUniqueNames(c, b, begin, rules, s, Visitor{})
	return valid, tokens
}

// visitUniqueNames is like hasUniqueNames, but also calls the functions of visit. The result stopped
// reports whether one of them has returned false. Then visitUniqueNames does not move s.
func visitUniqueNames(c *scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner, visit Visitor) (valid, stopped bool, tokens tokenCount) {
	if !Knows(c) {
		return false, false, tokenCount{}
	}
	check := nameChecks.Get().(*nameCheck)
	check.visit, check.unique, check.stopped = visit, c.UniqueNames, false
	check.json.Reset(c.MaxDepth, rules|jsonsimd.MarkNames)
	src, at := b, begin
	if len(b) <= mostShort {
		src, at = check.short[:before+copy(check.short[before:], b)], before+begin
	}
	check.ranges = RangeSearch{}
	check.names = &check.keys
	check.keys.Use(c.Form)
	ended := check.run(src, at, c.IJSON)
	valid = ended && check.keys.Repeated == nil
	stopped, tokens = check.stopped, check.tokens
	if stopped {
		s = nil
	}
	again := func(src []byte) (valid bool) {
		check.names = &check.exact
		check.exact.Use(c.Form)
		if ended {
			check.exact.Only = check.keys.Repeats()
		}
		check.json.Reset(c.MaxDepth, rules|jsonsimd.MarkNames)
		check.visit = Visitor{}
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
	case check.keys.HadLarge:
		// This time, the names are compared at once.
		valid = again(src)
	default:
		check.exact.Take(&check.keys)
		check.names = &check.exact
		if check.Trusted > 0 && check.exact.AddBefore(src, int(check.marks[0]), 0) { // different names have equal keys
			check.exact.Reset()
			valid = again(src)
		}
	}
	if !valid && s != nil {
		check.approach(s, src, at, at-begin)
	}
	check.keys.Reset()
	check.exact.Reset()
	check.visit = Visitor{}
	nameChecks.Put(check)
	return valid, stopped, tokens
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
		if ranged && !c.permits(src, at, at+indexed) || !ok || c.json.AtLimit() {
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
	if ranged && !c.permits(src, at, len(src)) || !valid || !known {
		return false
	}
	c.Trust.All(len(c.marks))
	c.tokens.add(&c.json, len(src)-at)
	return c.walk(src)
}

// permits examines the signs in src[from:to], which was last written to json. It returns false if a
// number is out of the range of binary64, and then sets end, or if the visitor returns false.
func (c *nameCheck) permits(src []byte, from, to int) bool {
	signs := c.json.Signs()
	if signs == (jsonsimd.Signs{}) {
		return true
	}
	if signs.LargeNumbers {
		if c.end = c.ranges.First(src, from, to); c.end >= 0 {
			return false
		}
	}
	c.stopped = c.visit.Signs != nil && !c.visit.Signs(src, from, to, signs)
	return !c.stopped
}

// walk walks over the trusted marks, and reports whether all names are unique.
func (c *nameCheck) walk(src []byte) bool {
	known := c.Trusted
	n := known
	if c.unique {
		n = c.names.Walk(src, c.marks[:known], 0)
	}
	if c.visit.Names != nil && !c.visit.Names(src, c.marks[:n]) {
		c.stopped = true
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
		fastscan.ApproachName(s, src, int(c.marks[0]), moved)
	}
	c.exact.Move(moved)
	names, ok := s.Names.(*unique.Exact)
	if !ok {
		names = exacts.Get().(*unique.Exact)
		s.Names = names
	}
	*names, c.exact = c.exact, *names
}

// approachStop moves s to a stop. The names before the stop are unique, except possibly a last one
// whose colon is not before the stop.
func (c *nameCheck) approachStop(s *scan.Scanner, src []byte, at fastscan.Stop, moved int) {
	if c.replay.State == scan.WantColon && !c.names.AddBefore(src, at.Pos, 0) {
		fastscan.ApproachName(s, src, at.Pos, moved)
		return
	}
	at.Pos, at.Quote = at.Pos-moved, at.Quote-moved
	c.replay.Approach(s, &at)
	s.Named = s.Pos
}
