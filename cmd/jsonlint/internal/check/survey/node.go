package survey

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/token"
)

// A Type is a type of values.
type Type uint8

// The types, in the order of the output. An Integer is a number without a fraction or an exponent.
const (
	Object Type = iota
	Array
	String
	Integer
	Number
	Boolean
	Null
	types
)

var typeNames = [types]string{"object", "array", "string", "integer", "number", "boolean", "null"}

func (t Type) String() string { return typeNames[t] }

// A node has what is known of the values at a path.
type node struct {
	name    string
	members []*node          // in the order in which their names have appeared first
	named   map[string]*node // the same by name
	index   int              // of this node in the members of another one
	any     *node            // the values of all members, if the object has too many names
	element *node            // the elements of arrays
	moved   *node            // the node that has taken the place of this one, or nil

	values  [types]int64
	present int64  // how many objects have this member
	seen    uint64 // the number of the last object that has it

	bytes, largest    int64
	least, greatest   number
	numbers           bool // least and greatest are known
	shortest, longest int  // of strings, in characters; shortest is that number plus 1, or 0 if there are no strings
	distinct          sketch
	examples          [mostExamples]example // different values, in the order of their hashes
}

// A number is the value of a number, and how it is written.
type number struct {
	value float64
	text  string
}

// An example is a value as it is written, or the beginning of it.
type example struct {
	hash   uint64
	text   string
	length int // of the whole value, in bytes
}

const (
	mostExamples = 3
	mostText     = 40  // bytes of an example
	mostName     = 200 // bytes of a name
)

// anyName stands for all elements of an array, or for all members of an object.
const anyName = "*"

// latest returns the node that has taken the place of n, or n.
func (n *node) latest() *node {
	for n != nil && n.moved != nil {
		n = n.moved
	}
	return n
}

// size adds the size of a value in bytes.
func (n *node) size(bytes int64) {
	n.bytes += bytes
	n.largest = max(n.largest, bytes)
}

// sample adds a scalar to the sketch and the examples.
func (n *node) sample(hash uint64, raw []byte) {
	n.distinct.add(hash)
	if last := &n.examples[mostExamples-1]; last.length > 0 && hash > last.hash {
		return
	}
	for i := range n.examples {
		if e := &n.examples[i]; e.hash == hash && e.length == len(raw) {
			return
		}
	}
	n.keep(example{hash, clipped(string(raw[:min(len(raw), mostText+1)]), len(raw)), len(raw)})
}

// keep makes a value an example, unless it is one, or the others have smaller hashes. Of several spellings of a string, the shortest
// is kept.
func (n *node) keep(e example) {
	i := 0
	for ; i < mostExamples && n.examples[i].length > 0 && n.examples[i].hash <= e.hash; i++ {
		if same := &n.examples[i]; same.hash == e.hash {
			if e.length < same.length || e.length == same.length && e.text < same.text {
				*same = e
			}
			return
		}
	}
	if i < mostExamples {
		copy(n.examples[i+1:], n.examples[i:])
		n.examples[i] = e
	}
}

// clipped returns a text for an example.
func clipped(text string, length int) string {
	if length <= mostText {
		return text
	}
	text = text[:min(len(text), mostText)]
	for r, size := utf8.DecodeLastRuneInString(text); r == utf8.RuneError && size == 1; r, size = utf8.DecodeLastRuneInString(text) {
		text = text[:len(text)-1]
	}
	return text + "..."
}

// number adds a number.
func (n *node) number(t token.Text) {
	value, _ := t.Float64() // an infinity if it is too large
	if n.numbers && n.least.value < value && value < n.greatest.value {
		return
	}
	v := number{value, t.Raw}
	if !n.numbers || v.compare(n.least) < 0 {
		n.least = v.kept()
	}
	if !n.numbers || v.compare(n.greatest) > 0 {
		n.greatest = v.kept()
	}
	n.numbers = true
}

// compare compares two numbers, and if their values are equal, how they are written.
func (v number) compare(other number) int {
	return cmp.Or(cmp.Compare(v.value, other.value), cmp.Compare(clipped(v.text, len(v.text)), other.text))
}

// kept returns v with a text of its own.
func (v number) kept() number {
	return number{v.value, strings.Clone(clipped(v.text, len(v.text)))}
}

// text adds a string that has been decoded.
func (n *node) text(body []byte) {
	n.values[String]++
	if len(body) > n.longest || n.shortest == 0 || (len(body)+utf8.UTFMax-1)/utf8.UTFMax < n.shortest-1 {
		length := utf8.RuneCount(body)
		n.longest = max(n.longest, length)
		if n.shortest == 0 || length < n.shortest-1 {
			n.shortest = length + 1
		}
	}
}

// member returns the node of a member, or nil if there is none yet.
func (n *node) member(name []byte) *node { return n.named[string(name)] }

// add adds a member.
func (n *node) add(m *node) {
	if n.named == nil {
		n.named = map[string]*node{}
	}
	m.index = len(n.members)
	n.members, n.named[m.name] = append(n.members, m), m
}

// collapse makes the members of n one node.
func (n *node) collapse(limit int) {
	if n.any == nil {
		n.any = &node{name: anyName}
	}
	members := n.members
	n.members, n.named = nil, nil
	for _, m := range members {
		n.any.merge(m, limit)
	}
}

// merge adds what is known of another node, which n takes the place of. Objects with more names than the limit are collapsed.
func (n *node) merge(other *node, limit int) {
	other.moved = n
	for t := range n.values {
		n.values[t] += other.values[t]
	}
	n.present += other.present
	n.bytes += other.bytes
	n.largest = max(n.largest, other.largest)
	n.longest = max(n.longest, other.longest)
	if n.shortest == 0 || other.shortest > 0 {
		n.shortest = min(cmp.Or(n.shortest, other.shortest), other.shortest)
	}
	if other.numbers {
		if !n.numbers || other.least.compare(n.least) < 0 {
			n.least = other.least
		}
		if !n.numbers || other.greatest.compare(n.greatest) > 0 {
			n.greatest = other.greatest
		}
		n.numbers = true
	}
	n.distinct.merge(&other.distinct)
	for _, e := range other.examples {
		if e.length > 0 {
			n.keep(e)
		}
	}
	n.mergeParts(other, limit)
}

// mergeParts adds what is known of the members and elements of another node.
func (n *node) mergeParts(other *node, limit int) {
	switch {
	case other.element == nil:
	case n.element == nil:
		n.element = other.element
	default:
		n.element.merge(other.element, limit)
	}
	if other.any != nil && n.any == nil {
		n.collapse(limit)
	}
	for _, m := range other.members {
		switch same := n.named[m.name]; {
		case n.any != nil:
			n.any.merge(m, limit)
		case same != nil:
			same.merge(m, limit)
		default:
			n.add(m)
		}
	}
	if other.any != nil {
		n.any.merge(other.any, limit)
	}
	if len(n.members) > limit {
		n.collapse(limit)
	}
}

// reduce collapses all objects with more names than the limit, and returns the number of nodes.
func (n *node) reduce(limit int) (nodes int) {
	if len(n.members) > limit {
		n.collapse(limit)
	}
	nodes = 1
	for _, m := range n.parts() {
		nodes += m.reduce(limit)
	}
	return nodes
}

// parts returns the nodes of the members and elements.
func (n *node) parts() []*node {
	parts := slices.Clip(n.members)
	for _, p := range []*node{n.any, n.element} {
		if p != nil {
			parts = append(parts, p)
		}
	}
	return parts
}
