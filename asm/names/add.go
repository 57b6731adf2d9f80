package names

import "slices"

// AddNames walks over the marks of src: the positions in an index made with jsonsimd.MarkNames. It
// opens an object at each {, closes the innermost object at each }, and adds the name before each
// colon. It reads nothing before src[from]. If src is not valid JSON, the names it adds are
// meaningless.
//
// AddNames compares the key of a name with those of the earlier names in the same object, as long
// as there are fewer than [Apart]. The caller must compare all further names.
//
// AddNames returns the number of marks it has passed. It stops before
//
//   - a name whose key equals that of another name in the same object, because the two may be
//     equal;
//   - a name that is longer than 255 bytes, has an escape, or may begin too close to from: a name
//     of n bytes must have 32*(n/32+1)+1 bytes between from and its closing quotation mark;
//   - a name with exactly [Apart]-1 names before it in its object;
//   - the end of an object that has at least [Apart] names, or whose first name is one of the first
//     n.Kept names;
//   - a } without an open object;
//   - a name that has a byte outside ASCII, unless n.Form is [Exact].
//
// If n.Form is [Capitals], the key of a name is that of the name in which capitals replace the letters from a to z.
//
// AddNames grows the slices of n as needed.
func (n *Names) AddNames(src []byte, marks []uint32, from int) (walked int) {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	const atOnce = 1 << 10 // limits how much memory is reserved in advance
	for walked < len(marks) {
		some := marks[walked:min(walked+atOnce, len(marks))]
		n.Spans = Grow(n.Spans, len(some))
		n.Keys = Grow(n.Keys, len(some)+keysAtOnce)
		n.Firsts = Grow(n.Firsts, 1)
		passed := n.addSome(src, some, from)
		if walked += passed; passed < len(some) && src[marks[walked]] != '{' { // if the kernel stopped at '{', Firsts was full and grows in the next round
			break
		}
	}
	return walked
}

// Grow makes room for n more elements. It at least doubles the capacity, because the names of a large
// object arrive in many parts.
func Grow[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		s = slices.Grow(s, max(n, cap(s)))
	}
	return s
}
