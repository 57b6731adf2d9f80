package names

import "slices"

// AddNames goes over a valid text by the marks that jsonsimd.MarkNames asks for: it opens and closes
// objects, and adds the names before the colons, with their quotation marks. It reads nothing
// before src[from]. If the text is invalid, it does not matter what it adds.
//
// It returns how many of the marks it has passed, and stops before a name that
//
//   - has the key of another one in its object, and may be equal;
//   - has more than 30 bytes, an escape, more white space behind it than one space, or no 32 bytes
//     before its end;
//   - has [Apart]-1 before it in the object;
//
// before the end of an object with as many names as that, or whose first one is among those that
// are kept, and before the end of what is not open.
//
// It allocates memory where it needs more.
func (n *Names) AddNames(src []byte, marks []uint32, from int) (walked int) {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	const atOnce = 1 << 10 // so that there is memory for what is there, more or less
	for walked < len(marks) {
		some := marks[walked:min(walked+atOnce, len(marks))]
		n.Spans = slices.Grow(n.Spans, len(some))
		n.Keys = slices.Grow(n.Keys, len(some)+keysAtOnce)
		n.Firsts = slices.Grow(n.Firsts, 1)
		passed := n.addSome(src, some, from)
		if walked += passed; passed < len(some) && src[marks[walked]] != '{' { // else there was no memory for one
			break
		}
	}
	return walked
}
