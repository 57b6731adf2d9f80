package suspects

import (
	"bytes"
	"math"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

// CountUnsorted counts the names that should precede the previous name in their object. compare compares
// two names, as [bytes.Compare] does. CountUnsorted gives up if there are more than the parameter most, and if
// they are rare, since a walk over the tokens would then have to find most of them anyway. It also gives up if
// names have escapes, or if src is not known to be valid according to the given rules of the grammar. If it has
// given up, known is false.
func CountUnsorted(src []byte, rules scan.Rules, most int, compare func(a, b []byte) int) (n int, known bool) {
	c := orderCount{most: most, compare: compare}
	rules.IJSON, rules.UniqueNames, rules.Form = false, false, nil
	known = index.VisitNames(rules, src, 0, index.Visitor{Names: c.add})
	return c.unsorted, known
}

// AreSorted reports whether no name in the given lines, each of which is a valid document, should precede the previous name in
// its object. It gives up and returns false in the same cases as [CountUnsorted]. The last line may lack its newline.
func AreSorted(lines []byte, rules scan.Rules, compare func(a, b []byte) int) bool {
	end := bytes.LastIndexByte(lines, '\n') + 1
	if end < len(lines) {
		if n, known := CountUnsorted(lines[end:], rules, 0, compare); !known || n > 0 {
			return false
		}
	}
	c := orderCount{compare: compare}
	rules.IJSON, rules.UniqueNames, rules.Form = false, false, nil
	return end == 0 || index.VisitNames(rules, lines[:end], jsonsimd.Records, index.Visitor{Names: c.add})
}

// An orderCount counts the names that should precede the previous name in their object.
type orderCount struct {
	most            int // see [CountUnsorted]
	compare         func(a, b []byte) int
	names, unsorted int
	last            [][]byte // the last name in each open object, or nil
	copied          int      // last[:copied] has not changed since copyLast
}

// add counts the names before the marks, which are those of the text after all earlier marks. It returns
// false if it gives up.
func (c *orderCount) add(src []byte, marks []uint32) (ok bool) {
	const few, rare = 256, 16
	for _, mark := range marks {
		inner := len(c.last) - 1
		switch at := src[mark]; {
		case at == '{':
			c.last = append(c.last, nil)
		case inner < 0:
			return false
		case at == '}':
			c.last = c.last[:inner]
			c.copied = min(c.copied, inner)
		default:
			name, ok := nameBefore(src, int(mark))
			if !ok || bytes.IndexByte(name, '\\') >= 0 {
				return false
			}
			if c.last[inner] != nil && c.compare(name, c.last[inner]) < 0 {
				if c.unsorted++; c.unsorted > c.most || c.names > few && rare*c.unsorted < c.names {
					return false
				}
			}
			c.names++
			c.last[inner] = name
			c.copied = min(c.copied, inner)
		}
	}
	return true
}

// An OrderStream is like [CountUnsorted] for a document that arrives in parts. It also gives up if the names
// that it must remember, which are the last ones in all open objects, take more than mostCopied bytes.
type OrderStream struct {
	orderCount
	nameWindow
	copies [][]byte // the memory of last[:copied]
	size   int      // the capacity of all copies together, in bytes
	failed bool     // it has given up
}

// NewOrderStream returns an OrderStream. See [CountUnsorted] for the parameter compare.
func NewOrderStream(compare func(a, b []byte) int) *OrderStream {
	return &OrderStream{orderCount: orderCount{most: math.MaxInt, compare: compare}}
}

// Begin prepares s for a document.
func (s *OrderStream) Begin() {
	s.names, s.unsorted, s.last, s.copied = 0, 0, s.last[:0], 0
	s.failed = !jsonsimd.HasKernel()
	s.nameWindow.reset()
}

// Scan counts the names in the next part.
func (s *OrderStream) Scan(part []byte) {
	for len(part) > 0 && !s.failed {
		var marks []uint32
		marks, part, s.failed = s.next(part)
		s.failed = s.failed || !s.add(s.text, marks)
		if s.isDone() && !s.failed {
			s.failed = !s.copyLast() || !s.forget()
		}
	}
}

// mostCopied limits the memory for copies in bytes.
const mostCopied = 2 << 20

// copyLast copies the last names, whose text is about to be forgotten. It returns false if they are too
// large.
func (s *OrderStream) copyLast() (ok bool) {
	for ; s.copied < len(s.last); s.copied++ {
		if s.copied == len(s.copies) {
			s.copies = append(s.copies, []byte{})
		}
		if name := s.last[s.copied]; name != nil {
			before := s.copies[s.copied]
			after := append(before[:0], name...)
			s.copies[s.copied], s.last[s.copied] = after, after
			if s.size += cap(after) - cap(before); s.size > mostCopied {
				s.copies, s.last, s.size = nil, nil, 0
				return false
			}
		}
	}
	return true
}

// End returns the number of names in the document that should precede the previous name in their object.
// If it is not known, or the document is not valid, known is false.
func (s *OrderStream) End() (n int, known bool) {
	if s.failed {
		return 0, false
	}
	if marks, ok := s.nameWindow.end(); !ok || !s.add(s.text, marks) {
		return 0, false
	}
	return s.unsorted, true
}
