package tokenizer

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// Where names must be unique, and nothing else is asked for that kernels don't know, they mark
// braces and colons alone, and there is one mark for each name: the colon after it.

// walk takes the names of src by their marks, see [asm.MarkNames], and returns how many of these
// come before one that is not right: a name that is there already, or whatever else there may be
// in a text that is wrong. From from on, src is known.
func (n *nameSets) walk(src []byte, marks []uint32, from int) (walked int) {
	for walked < len(marks) {
		if n.table() == nil {
			walked += n.AddNames(src, marks[walked:], from)
		}
		if walked == len(marks) || !n.walkOne(src, int(marks[walked]), from) {
			break
		}
		walked++
	}
	return walked
}

// walkOne is walk for one mark, whatever there is.
func (n *nameSets) walkOne(src []byte, mark, from int) bool {
	switch c := src[mark]; {
	case c == '{':
		n.open()
	case n.depth() == 0:
		return false
	case c == '}':
		n.close()
	default:
		return n.addBefore(src, mark, from)
	}
	return true
}

// addBefore adds the name before src[colon], and reports whether it is new, or may be.
func (n *nameSets) addBefore(src []byte, colon, from int) bool {
	end := colon
	for end > from && syntax.IsSpace(src[end-1]) {
		end--
	}
	if end == from {
		return true // what comes before has been taken
	}
	if src[end-1] != '"' {
		return false
	}
	begin := syntax.LastQuote(src[:end-1], from)
	if begin < 0 {
		return false
	}
	_, isNew := n.add(src, begin, end, true)
	return isNew
}

// A nameWalk is what is to be done with the names of a part of a stream, which is right.
type nameWalk struct {
	src   []byte
	marks []uint32
	from  int   // where src begins to be known
	end   int   // of a name whose colon is yet to come, or NoPlace
	base  int64 // offset in the input of src[0]
}

// run adds the names, and reports whether they are new.
func (w *nameWalk) run(n *nameSets) bool {
	if n.walk(w.src, w.marks, w.from) < len(w.marks) || !w.takeLast(n) {
		return false
	}
	n.keep(w.src, w.base)
	return true
}

// takeLast adds the name whose colon is yet to come.
func (w *nameWalk) takeLast(n *nameSets) bool {
	return w.end == place.NoPlace || n.addBefore(w.src, w.end, w.from)
}

// putOff puts off a walk over all marks that there are.
func (c *checker) putOff(w nameWalk) {
	c.walks = append(c.walks, w)
	c.marks = c.marks[len(c.marks):]
}

// catchUp does what has been put off, so that the scanner knows all names before the place where it
// stands. It returns false if they are not right.
func (c *checker) catchUp() bool {
	if c.await == nil {
		return true
	}
	ok := c.await() && c.scanner.names.runAll(c.walks)
	c.walks = forgetWalks(c.walks)
	return ok || c.scanner.fail(DuplicateName, c.scanner.pos, 0)
}

// forgetWalks lets go of the texts that walks are of, and returns memory for other walks.
func forgetWalks(walks []nameWalk) []nameWalk {
	clear(walks)
	return walks[:0]
}

// runAll runs the walks, and reports whether all names are new.
func (n *nameSets) runAll(walks []nameWalk) bool {
	for i := range walks {
		if !walks[i].run(n) {
			return false
		}
		n.placed = n.Kept // nobody asks for places
	}
	return true
}

// A nameCheck finds out whether names are unique.
type nameCheck struct {
	json   asm.JSON
	replay replay
	names  nameSets
	marks  []uint32                 // of names that have not been walked over
	trust                           // in the marks
	short  [before + mostShort]byte // a copy of a short document
}

// What walks over names looks at some bytes before them, and would have to go by single bytes in
// a document that is short.
const (
	before    = 64
	mostShort = 4 << 10
)

var nameChecks = sync.Pool{New: func() any { return &nameCheck{marks: make([]uint32, 0, 1024)} }}

// hasUniqueNames reports whether b, of less than 4 GiB, is right from begin on, and the names are
// unique in each object, as far as it can be told without the scanner. If they are not, s is moved;
// see passes.
func hasUniqueNames(c *config, b []byte, begin int, rules asm.JSONRules, s *scanner) bool {
	if !kernelsKnow(c) {
		return false
	}
	check := nameChecks.Get().(*nameCheck)
	check.json.Reset(c.maxDepth, rules|asm.MarkNames)
	src, at := b, begin
	if len(b) <= mostShort {
		src, at = check.short[:before+copy(check.short[before:], b)], before+begin
	}
	right := check.run(src, at)
	if !right && s != nil {
		check.approach(s, src, at, at-begin)
	}
	check.names.reset()
	nameChecks.Put(check)
	return right
}

// run checks src from at on. If it returns false, all names before the marks that are left are unique,
// and so are all before the first of those, if it may be trusted.
func (c *nameCheck) run(src []byte, at int) bool {
	c.marks = c.marks[:0]
	c.trust.all(0)
	for ; len(src)-at > indexed; at += indexed {
		var ok bool
		c.marks, ok = c.json.WriteIndex(c.marks, uint32(at), src[at:at+indexed])
		if !ok || c.json.AtLimit() {
			return false
		}
		c.trust.add(&c.json, len(c.marks))
		if !c.walk(src) {
			return false
		}
	}
	var valid, known bool
	c.marks, valid, known = c.json.EndIndex(c.marks, uint32(at), src[at:])
	if !valid || !known {
		return false
	}
	c.trust.all(len(c.marks))
	return c.walk(src)
}

// walk walks over the names that may be trusted, and reports whether they are new.
func (c *nameCheck) walk(src []byte) bool {
	known := c.trusted
	n := c.names.walk(src, c.marks[:known], 0)
	c.marks = c.marks[:copy(c.marks, c.marks[n:])]
	c.trust.drop(n)
	return n == known
}

// approach moves s shortly before what is wrong in src from at on. What s has for src begins so many
// bytes later.
func (c *nameCheck) approach(s *scanner, src []byte, at, moved int) {
	if c.trusted == 0 {
		stop, _, ok := c.replay.retreat(&c.json, s.maxDepth, src, at, len(src), at, false)
		if !ok {
			return
		}
		known, _ := slices.BinarySearch(c.marks, uint32(stop.pos))
		c.trust.all(known)
		if c.walk(src) {
			c.approachStop(s, src, stop, moved)
		}
	}
	if c.trusted > 0 {
		s.approachName(src, int(c.marks[0]), moved)
	}
	s.takeNames(&c.names, moved)
}

// approachStop moves s to a stop, before which the names are new except perhaps one whose colon is yet
// to come.
func (c *nameCheck) approachStop(s *scanner, src []byte, at stop, moved int) {
	if c.replay.state == wantColon && !c.names.addBefore(src, at.pos, 0) {
		s.approachName(src, at.pos, moved)
		return
	}
	at.pos, at.quote = at.pos-moved, at.quote-moved
	s.approach(&at, &c.replay)
	s.named = s.pos
}

// approachName moves the scanner to the name before a colon, which its object already has. What is
// around the object does not matter to the error.
func (s *scanner) approachName(src []byte, colon, moved int) {
	end := colon
	for syntax.IsSpace(src[end-1]) {
		end--
	}
	s.pos = syntax.LastQuote(src[:end-1], 0) - moved
	s.named, s.state = s.pos, wantNextName
	s.nesting.push(true)
}

// takeNames takes the names of a text in which they are some bytes further on.
func (s *scanner) takeNames(n *nameSets, moved int) {
	s.names, *n = *n, nameSets{}
	for i := range s.names.Spans {
		s.names.Spans[i].Begin -= moved
		s.names.Spans[i].End -= moved
	}
}
