package survey

import "github.com/assayjson/assay/internal/engine/place"

// A Path is what is known of the values at a path.
type Path struct {
	// Path is a JSON Pointer in which * stands for all elements of an array, or for all members of an object that has too many names. A member
	// with the name * is written as ~2.
	Path string

	Values  int64        // number of values
	Types   [types]int64 // number of values of each type
	Objects int64        // number of the objects around them, if the path is that of a member; otherwise 0
	Missing int64        // number of these objects that have no such member
	Map     bool         // the path stands for all members of an object that has too many names

	Distinct int64 // number of different scalars except null
	Exact    bool  // Distinct is not an estimate

	Least, Greatest   string // numbers as they are written, or "" if there are none
	Shortest, Longest int    // lengths of strings in characters
	Bytes, Largest    int64  // the sizes of all values and of the largest one, in bytes
	Examples          []string
}

// Paths returns what is known of each path, outermost first, in the order in which the paths appear in the text.
func (s *Survey) Paths() (all []Path) {
	if s.Tokens > 0 {
		all = s.root.paths(nil, "", 0, false)
	}
	return all
}

// Values returns the number of documents or records.
func (s *Survey) Values() (n int64) { return s.root.total() }

// total returns the number of values.
func (n *node) total() (total int64) {
	for _, c := range n.values {
		total += c
	}
	return total
}

// MostNames returns how many names an object could have before its members were described together. That is MostNames, unless there were
// too many paths.
func (s *Survey) MostNames() int { return s.limit }

// paths appends the path of a node, and those of its parts. The parameter objects is the number of objects around it.
func (n *node) paths(all []Path, path string, objects int64, isMember bool) []Path {
	p := Path{
		Path: path, Values: n.total(), Types: n.values, Least: n.least.text, Greatest: n.greatest.text,
		Shortest: max(n.shortest-1, 0), Longest: n.longest, Bytes: n.bytes, Largest: n.largest,
	}
	if isMember {
		p.Objects, p.Missing = objects, objects-n.present
	}
	p.Distinct, p.Exact = n.distinct.count()
	p.Distinct = min(p.Distinct, p.Values-n.values[Object]-n.values[Array]-n.values[Null]) // an estimate may be too large
	for _, e := range n.examples {
		if e.length > 0 {
			p.Examples = append(p.Examples, e.text)
		}
	}
	all = append(all, p)
	for _, m := range n.members {
		name := place.EscapeToken(m.name)
		if name == anyName {
			name = "~2"
		}
		all = m.paths(all, path+"/"+name, n.values[Object], true)
	}
	if n.any != nil {
		at := len(all)
		all = n.any.paths(all, path+"/"+anyName, 0, false)
		all[at].Map = true
	}
	if n.element != nil {
		all = n.element.paths(all, path+"/"+anyName, 0, false)
	}
	return all
}
