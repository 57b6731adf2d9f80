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
