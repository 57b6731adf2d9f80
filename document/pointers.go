package document

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/selector"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Pointers is a set of JSON Pointers (RFC 6901) that are looked up together. Each object on the way is
// read once, whatever the number of the pointers. The zero Pointers is an empty set. Pointers may be used
// concurrently.
type Pointers struct {
	nodes []pointerNode // each after its parent; the first one is for the value to start from
	ends  []int32       // for each pointer, the index of the node to which it leads
}

// A pointerNode stands for a prefix of some of the pointers, and for the value to which that prefix leads.
type pointerNode struct {
	names    selector.Table // of the members that are needed
	lengths  uint64         // bit i is set if one of these names has a length of i bytes, modulo 64
	children []int32        // the index of the node of each name
	elements []elementNode
}

// An elementNode is the node of an element.
type elementNode struct {
	index int
	node  int32
}

// NewPointers returns a set of JSON Pointers. If one of them is malformed, the error is a
// [*PointerError], in which Value is missing. NewPointers takes time linear in the length of the pointers.
func NewPointers(pointers ...string) (*Pointers, error) {
	b := pointersBuilder{nodes: map[pointerEdge]int32{}, tokens: make([][]string, 1)}
	p := &Pointers{nodes: make([]pointerNode, 1)}
	for _, pointer := range pointers {
		if offset, length, fault := malformed(pointer); fault != 0 {
			return nil, &PointerError{pointer, offset, length, fault, Value{}}
		}
		node := int32(0)
		if pointer != "" {
			for token := range strings.SplitSeq(pointer[1:], "/") {
				node = b.child(p, node, token)
			}
		}
		p.ends = append(p.ends, node)
	}
	for i := range p.nodes {
		p.nodes[i].setNames(b.tokens[i])
	}
	return p, nil
}

// A pointersBuilder has what is needed to add pointers to a set.
type pointersBuilder struct {
	nodes  map[pointerEdge]int32
	tokens [][]string // for each node, the names of its children
}

// A pointerEdge is a reference token after the prefix for which a node stands.
type pointerEdge struct {
	from int32
	name string
}

// child returns the node for a reference token after a prefix, and adds it if it is new.
func (b *pointersBuilder) child(p *Pointers, from int32, token string) int32 {
	edge := pointerEdge{from, place.UnescapeToken(token)}
	node, ok := b.nodes[edge]
	if ok {
		return node
	}
	node = int32(len(p.nodes))
	b.nodes[edge] = node
	b.tokens[from] = append(b.tokens[from], edge.name)
	b.tokens = append(b.tokens, nil)
	n := &p.nodes[from]
	n.children = append(n.children, node)
	if i, fault := arrayIndex(token); fault == 0 {
		n.elements = append(n.elements, elementNode{i, node})
	}
	p.nodes = append(p.nodes, pointerNode{})
	return node
}

func (n *pointerNode) setNames(names []string) {
	n.names = selector.New(names)
	for _, name := range names {
		n.lengths |= 1 << (len(name) & 63)
	}
}

// AppendValues appends the value to which each of the pointers leads to dst, in the order of the pointers, and
// returns the extended buffer. The pointers start at v, as if v were the whole document. If a pointer leads
// to no value, a missing value is appended. The values are those that [Value.Lookup] returns: the last of several
// members with the same name counts.
//
// AppendValues takes time linear in the number of members of the objects on the way. Apart from dst, it allocates
// memory only for more than 64 prefixes of pointers, and for what [Value.Member] and [Value.Element] need.
func (p *Pointers) AppendValues(dst []Value, v Value) []Value {
	dst = slices.Grow(dst, len(p.ends))
	if !v.Exists() {
		return append(dst, make([]Value, len(p.ends))...)
	}
	// found[i] is the index of the first mark of the value of node i, or 0 if there is none. It is not used for node 0, whose value
	// is v.
	var few [64]uint32
	found := few[:]
	if len(p.nodes) > len(few) {
		found = make([]uint32, len(p.nodes))
	}
	for i := range p.nodes {
		if n := &p.nodes[i]; len(n.children) > 0 {
			n.find(v.at(i, found), found)
		}
	}
	for _, node := range p.ends {
		dst = append(dst, v.at(int(node), found))
	}
	return dst
}

// at returns the value of a node; v is that of the first one.
func (v Value) at(node int, found []uint32) Value {
	switch {
	case node == 0:
		return v
	case found[node] == 0:
		return Value{}
	}
	return Value(tape.Value(v).Tape().Value(found[node]))
}

// find finds the values of the children of a node with the given value.
func (n *pointerNode) find(v Value, found []uint32) {
	switch v.kind() {
	case token.BeginObject:
		n.findMembers(tape.Value(v), found)
	case token.BeginArray:
		n.findElements(v, found)
	}
}

// findMembers finds the members of an object. The length of a name is the distance of its marks. If it has an escape, it seems to be
// longer than any text, because the first mark has [tape.HasEscape].
func (n *pointerNode) findMembers(object tape.Value, found []uint32) {
	t := object.Tape()
	data, marks, links := t.Data, t.Marks, t.Links
	left := len(n.children)
	for i, end := object.Inside(); i < end; {
		begin, closing := marks[i], marks[i+1]
		value := i + 2
		i += 4
		if data[marks[value]&^tape.HasEscape]|' ' == '{' {
			i = links[value] + 1
		}
		length := closing - begin - 1
		child := -1
		if int32(length) < 0 {
			child = n.findEscaped(t.Name(value - 2).Text().Body())
		} else if n.lengths>>(length&63)&1 != 0 {
			child = n.names.FindAt(data, begin+1, closing)
		}
		if child < 0 {
			continue
		}
		found[n.children[child]] = value
		if left--; left == 0 && t.HasUniqueNames() {
			return
		}
	}
}

// findEscaped returns the index of the name that is written with escapes, or -1.
func (n *pointerNode) findEscaped(body []byte) int {
	var buf [128]byte
	name := unique.AppendName(buf[:0], body)
	return n.names.FindAt(name, 0, uint32(len(name)))
}

// findElements finds the elements of an array.
func (n *pointerNode) findElements(array Value, found []uint32) {
	for _, e := range n.elements {
		if element := array.Element(e.index); element.Exists() {
			found[e.node] = tape.Value(element).At()
		}
	}
}
