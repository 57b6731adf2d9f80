package conformance

import (
	"math/rand/v2"
	"slices"
	"sort"
)

// An outline records where the values of all containers in a document begin and end. With an
// outline, any part of the document can be completed to a whole document.
type outline struct {
	src        []byte
	containers []container
	begins     []place // the beginnings of elements, and of members including their names
	ends       []place // the ends of values
}

type container struct {
	parent int // -1 for the outermost container
	depth  int
	object bool
}

// A place is an offset, and the container of the value at that offset.
type place struct{ offset, container int }

// newOutline returns the outline of src, which must be a document.
func newOutline(src []byte) *outline {
	o := &outline{src: src}
	inner, first, named := -1, false, false // first is set if the next byte can begin a member or element
	begin := func(i int) {
		if first {
			o.begins = append(o.begins, place{i, inner})
			first = false
		}
	}
	end := func(i int) {
		if inner >= 0 {
			o.ends = append(o.ends, place{i, inner})
		}
	}
	for i := 0; i < len(src); {
		n := tokenSize(src[i:])
		switch c := src[i]; c {
		case ' ', '\t', '\n', '\r':
		case '{', '[':
			begin(i)
			depth := 1
			if inner >= 0 {
				depth = o.containers[inner].depth + 1
			}
			o.containers = append(o.containers, container{inner, depth, c == '{'})
			inner, first, named = len(o.containers)-1, true, false
		case '}', ']':
			inner, first = o.containers[inner].parent, false
			end(i + 1)
		case ',':
			first, named = true, false
		case ':':
			named = true
		default:
			begin(i)
			if named || inner >= 0 && !o.containers[inner].object {
				end(i + n)
			}
		}
		i += n
	}
	return o
}

// tokenSize returns the length of the token or white space at the start of b.
func tokenSize(b []byte) int {
	switch b[0] {
	case '{', '}', '[', ']', ',', ':':
		return 1
	case ' ', '\t', '\n', '\r':
		return run(b, func(c byte) bool { return isWhite(c) })
	case '"':
		for i := 1; i < len(b); i++ {
			switch b[i] {
			case '"':
				return i + 1
			case '\\':
				i++
			}
		}
		return len(b)
	}
	return max(1, run(b, func(c byte) bool { return !isWhite(c) && !isStructural(c) && c != '"' }))
}

func run(b []byte, in func(byte) bool) int {
	n := slices.IndexFunc(b, func(c byte) bool { return !in(c) })
	if n < 0 {
		return len(b)
	}
	return n
}

func isWhite(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isStructural(c byte) bool {
	return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':'
}

// cut returns a part of about size bytes, from the start of one value to the end of another,
// completed to a whole document. Containers that the part closes are opened before it, and
// containers that the part leaves open are closed after it. If there is no such part, cut returns
// nil.
func (o *outline) cut(rng *rand.Rand, size int) []byte {
	if len(o.begins) == 0 {
		return nil
	}
	from := o.begins[rng.IntN(len(o.begins))]
	to := o.endBefore(from.offset + size)
	if to.offset <= from.offset {
		return nil
	}
	outermost := o.common(from.container, to.container)
	var opened []byte
	for c := from.container; ; c = o.containers[c].parent {
		opener := "["
		switch {
		case o.containers[c].object && c == from.container:
			opener = "{"
		case o.containers[c].object:
			opener = `:"k"{` // in reverse
		}
		opened = append(opened, opener...)
		if c == outermost {
			break
		}
	}
	slices.Reverse(opened)
	b := append(opened, o.src[from.offset:to.offset]...)
	for c := to.container; ; c = o.containers[c].parent {
		b = append(b, "]}"[bit(o.containers[c].object)])
		if c == outermost {
			return b
		}
	}
}

// endBefore returns the last place, at or before offset, at which a value ends.
func (o *outline) endBefore(offset int) place {
	i := sort.Search(len(o.ends), func(i int) bool { return o.ends[i].offset > offset })
	if i == 0 {
		return place{}
	}
	return o.ends[i-1]
}

// common returns the innermost container that contains the containers a and b. It may be one of the
// two.
func (o *outline) common(a, b int) int {
	for a != b {
		if o.containers[a].depth < o.containers[b].depth {
			a, b = b, a
		}
		a = o.containers[a].parent
	}
	return a
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
