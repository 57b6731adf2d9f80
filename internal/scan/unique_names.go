package scan

import (
	"github.com/assayjson/assay/internal/syntax"
)

// If names must be unique, and kernels can check everything else, they mark only braces and
// colons. Then there is one mark for each name: the colon after it.

// Walk adds the names of src by their marks, see [jsonsimd.MarkNames], and returns how many marks
// come before the first invalid one: a name that its object has already, or anything else in an invalid
// text. Nothing before src[from] is looked at.
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

// walkOne takes a single mark, which may be a brace or a colon, and reports whether it is valid.
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

// AddBefore adds the name before src[colon], and reports whether it is new in its object. If the name is
// before src[from], it has been added already. It returns false if there is no name.
func (n *NameSets) AddBefore(src []byte, colon, from int) bool {
	end := colon
	for end > from && syntax.IsSpace(src[end-1]) {
		end--
	}
	if end == from {
		return true // it has been added already
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

// ApproachName moves the scanner to the name before src[colon], which its object already has. The offset
// of the name in Src is smaller by moved. The containers around the object do not matter to the error.
func (s *Scanner) ApproachName(src []byte, colon, moved int) {
	end := colon
	for syntax.IsSpace(src[end-1]) {
		end--
	}
	s.Pos = syntax.LastQuote(src[:end-1], 0) - moved
	s.Named, s.State = s.Pos, WantNextName
	s.Nesting.Push(true)
}

// TakeNames takes over the names of a text in which each name is moved bytes further on than in Src.
func (s *Scanner) TakeNames(n *NameSets, moved int) {
	s.Names, *n = *n, NameSets{}
	for i := range s.Names.Spans {
		s.Names.Spans[i].Begin -= moved
		s.Names.Spans[i].End -= moved
	}
}
