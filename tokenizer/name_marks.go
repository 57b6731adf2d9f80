package tokenizer

import (
	"sync"

	"github.com/assayjson/assay/asm"
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
	for end > from && isSpace(src[end-1]) {
		end--
	}
	if end == from {
		return true // what comes before has been taken
	}
	if src[end-1] != '"' {
		return false
	}
	begin := lastQuote(src[:end-1], from)
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
	end   int   // of a name whose colon is yet to come, or noPlace
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
	return w.end == noPlace || n.addBefore(w.src, w.end, w.from)
}

// putOff puts off a walk over all marks that there are.
func (c *Checker) putOff(w nameWalk) {
	c.walks = append(c.walks, w)
	c.marks = c.marks[len(c.marks):]
}

// catchUp does what has been put off, so that the scanner knows all names before the place where it
// stands. It returns false if they are not right.
func (c *Checker) catchUp() bool {
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
	json  asm.JSON
	names nameSets
	marks []uint32
	short [before + mostShort]byte // a copy of a short document
}

// What walks over names looks at some bytes before them, and would have to go by single bytes in
// a document that is short.
const (
	before    = 64
	mostShort = 4 << 10
)

var nameChecks = sync.Pool{New: func() any { return &nameCheck{marks: make([]uint32, 0, 1024)} }}

// hasUniqueNames reports whether b, of less than 4 GiB, is right, and the names are unique in each
// object, as far as it can be told without the scanner.
func (c *config) hasUniqueNames(b []byte, rules asm.JSONRules) bool {
	if !c.hasKernel() {
		return false
	}
	check := nameChecks.Get().(*nameCheck)
	check.json.Reset(c.maxDepth, rules|asm.MarkNames)
	right := check.run(b)
	check.names.reset()
	nameChecks.Put(check)
	return right
}

func (c *nameCheck) run(b []byte) bool {
	src, at, ok := b, 0, true
	if len(b) <= mostShort {
		src, at = c.short[:before+copy(c.short[before:], b)], before
	}
	for ; len(src)-at > indexed && ok; at += indexed {
		c.marks, ok = c.json.WriteIndex(c.marks[:0], uint32(at), src[at:at+indexed])
		ok = ok && c.names.walk(src, c.marks, 0) == len(c.marks)
	}
	if !ok {
		return false
	}
	var valid, known bool
	c.marks, valid, known = c.json.EndIndex(c.marks[:0], uint32(at), src[at:])
	return valid && known && c.names.walk(src, c.marks, 0) == len(c.marks)
}
