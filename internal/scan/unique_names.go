package scan

import (
	"github.com/assayjson/assay/internal/syntax"
)

// Where names must be unique, and nothing else is asked for that kernels don't know, they mark
// braces and colons alone, and there is one mark for each name: the colon after it.

// Walk takes the names of src by their marks, see [jsonsimd.MarkNames], and returns how many of these
// come before one that is not right: a name that is there already, or whatever else there may be
// in a text that is wrong. From from on, src is known.
func (n *NameSets) Walk(src []byte, marks []uint32, from int) (walked int) {
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
func (n *NameSets) walkOne(src []byte, mark, from int) bool {
	switch c := src[mark]; {
	case c == '{':
		n.Open()
	case n.depth() == 0:
		return false
	case c == '}':
		n.Close()
	default:
		return n.AddBefore(src, mark, from)
	}
	return true
}

// AddBefore adds the name before src[colon], and reports whether it is new, or may be.
func (n *NameSets) AddBefore(src []byte, colon, from int) bool {
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

// ApproachName moves the scanner to the name before a colon, which its object already has. What is
// around the object does not matter to the error.
func (s *Scanner) ApproachName(src []byte, colon, moved int) {
	end := colon
	for syntax.IsSpace(src[end-1]) {
		end--
	}
	s.Pos = syntax.LastQuote(src[:end-1], 0) - moved
	s.Named, s.State = s.Pos, WantNextName
	s.Nesting.Push(true)
}

// TakeNames takes the names of a text in which they are some bytes further on.
func (s *Scanner) TakeNames(n *NameSets, moved int) {
	s.Names, *n = *n, NameSets{}
	for i := range s.Names.Spans {
		s.Names.Spans[i].Begin -= moved
		s.Names.Spans[i].End -= moved
	}
}
