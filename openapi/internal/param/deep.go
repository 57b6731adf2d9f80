package param

import (
	"slices"
	"strconv"
	"strings"
)

// A tree has the names of a parameter of style deepObject. Node 0 is the value itself.
type tree struct {
	nodes    []node
	children map[child]int
	pairs    []int
	slots    []int
}

// A child finds a node by the parent and the name.
type child struct {
	parent int
	name   string
}

// A node is a value, array or object. Indices of nodes and entries are -1 if there is none.
type node struct {
	name              string
	key               piece // of the first pair that has the node: what is between its brackets
	whole             piece // the first pair
	first, last, next int   // children in the order of their first pairs, and the next sibling
	count             int   // number of children
	entry             int   // the first entry that ends here; entries are linked
}

func (t *tree) reset() {
	if len(t.children) > 256 {
		t.children = nil
	}
	clear(t.children)
	clear(t.nodes)
	t.nodes, t.slots = keep(t.nodes), keep(t.slots)
}

// enter returns the node for a name under a parent.
func (t *tree) enter(parent int, name string, key, whole piece) int {
	if i, ok := t.children[child{parent, name}]; ok {
		return i
	}
	i := len(t.nodes)
	if t.children == nil {
		t.children = make(map[child]int)
	}
	t.children[child{parent, name}] = i
	t.nodes = append(t.nodes, node{name: name, key: key, whole: whole, first: -1, last: -1, next: -1, entry: -1})
	p := &t.nodes[parent]
	if p.first < 0 {
		p.first = i
	} else {
		t.nodes[p.last].next = i
	}
	p.last = i
	p.count++
	return i
}

// deep appends a parameter of style deepObject.
func (t *tree) deep(l *lister, p *Param, from *pairs) *Fault {
	t.reset()
	t.nodes = append(t.nodes, node{first: -1, last: -1, next: -1, entry: -1})
	t.pairs = append(t.pairs[:0], from.bracketed(p.Name)...)
	if len(t.pairs) == 0 {
		return l.bare(p, from)
	}
	t.pairs = append(t.pairs, from.named(p.Name)...)
	slices.Sort(t.pairs) // in the order of the query
	for _, i := range t.pairs {
		from.list[i].owner = p
	}
	l.presence = Filled
	for _, i := range t.pairs {
		if f := t.plant(l, p, &from.list[i]); f != nil {
			return f
		}
	}
	t.nodes[0].whole = from.list[t.pairs[0]].piece
	return t.node(l, 0, p.Shape)
}

// bare appends a parameter of style deepObject without brackets: a scalar, which the schema may allow, too.
func (l *lister) bare(p *Param, from *pairs) *Fault {
	named := from.named(p.Name)
	if len(named) == 0 {
		return l.absent(l.tail())
	}
	for _, i := range named {
		from.list[i].owner = p
	}
	first := &from.list[named[0]]
	l.presenceOf(first.entry())
	if len(named) > 1 {
		return l.repeated(from.list[named[1]].piece, first.piece)
	}
	return l.scalar(p.Shape, first.text())
}

// plant adds a pair to the tree. Its name is that of the parameter, or begins with it and an opening bracket.
func (t *tree) plant(l *lister, p *Param, from *pair) *Fault {
	e := from.entry()
	rest, parent := from.name[len(p.Name):], 0
	place := tail{l.cut(e.key), e.key}
	place.skip(l.coding, len(p.Name))
	for depth := 1; rest != ""; depth++ {
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 0 {
			return l.fault(BadBrackets, place.piece)
		}
		if depth > l.limits.Depth {
			return l.exceeded(TooDeep, place.piece, l.limits.Depth)
		}
		place.skip(l.coding, 1)
		key := place.piece
		place.skip(l.coding, end-1)
		key.end = place.begin
		place.skip(l.coding, 1)
		parent, rest = t.enter(parent, rest[1:end], key, e.whole), rest[end+1:]
	}
	l.add(e)
	leaf := &t.nodes[parent]
	if i := len(l.entries) - 1; leaf.entry < 0 {
		leaf.entry = i
	} else {
		l.chain(leaf.entry, i)
	}
	return nil
}

// A tail is the end of a piece, and its text.
type tail struct {
	text string
	piece
}

// skip removes decoded bytes from the beginning.
func (t *tail) skip(c coding, decoded int) {
	n := c.rawOffset(t.text, decoded)
	t.text = t.text[n:]
	t.begin += n
}

// node appends a node and all below it. The depth of the recursion is at most Limits.Depth.
func (t *tree) node(l *lister, i int, s *Shape) *Fault {
	n := t.nodes[i]
	if n.first < 0 {
		return l.leaf(s, n.entry)
	}
	if n.entry >= 0 {
		first, second := l.entries[n.entry].whole, t.nodes[n.first].whole
		if second.begin < first.begin {
			first, second = second, first
		}
		f := l.fault(Conflict, second)
		f.Related = l.place(first)
		return f
	}
	likely, other := Object, Array
	plausible := 1
	if t.isList(n) {
		likely, other, plausible = Array, Object, 2
	}
	if l.choose(s, plausible, likely, other, String) == Array {
		return t.nodeArray(l, n, s)
	}
	return t.nodeObject(l, n, s)
}

// isList reports whether all names are indices of an array: 0, 1, 2 and so on, or one empty name.
func (t *tree) isList(n node) bool {
	if n.count == 1 && t.nodes[n.first].name == "" {
		return true
	}
	for c := n.first; c >= 0; c = t.nodes[c].next {
		if _, ok := parseIndex(t.nodes[c].name, n.count); !ok {
			return false
		}
	}
	return true
}

// parseIndex returns the index of an item: a number below count without leading zeros.
func parseIndex(name string, count int) (int, bool) {
	i := 0
	for _, c := range []byte(name) {
		if c-'0' > 9 || i >= count {
			return 0, false
		}
		i = 10*i + int(c-'0')
	}
	return i, i < count && (name == "0" || name != "" && name[0] != '0')
}

func (t *tree) nodeObject(l *lister, n node, s *Shape) *Fault {
	opened, count := l.open('{', n.whole), 0
	for c := n.first; c >= 0; {
		member := t.nodes[c]
		if count++; count > l.limits.Items {
			return l.exceeded(TooManyItems, member.whole, l.limits.Items)
		}
		if f := l.name(member.name, member.key); f != nil {
			return f
		}
		if f := t.node(l, c, s.member(member.name)); f != nil {
			return under(f, member.name)
		}
		c = member.next
	}
	l.close('}', opened)
	return nil
}

func (t *tree) nodeArray(l *lister, n node, s *Shape) *Fault {
	if only := t.nodes[n.first]; only.name == "" && n.count == 1 && only.first < 0 {
		return l.items(s, only.entry, n.whole)
	}
	base := len(t.slots) // slots from here on have the nodes of the items
	t.slots = append(t.slots, make([]int, n.count)...)
	for c := n.first; c >= 0; c = t.nodes[c].next {
		i, ok := parseIndex(t.nodes[c].name, n.count)
		if !ok && (t.nodes[c].name != "" || n.count > 1) {
			return under(l.fault(BadIndex, t.nodes[c].key), t.nodes[c].name)
		}
		t.slots[base+i] = c
	}
	opened := l.open('[', n.whole)
	for i := range n.count {
		c := t.slots[base+i]
		if i == l.limits.Items {
			return l.exceeded(TooManyItems, t.nodes[c].whole, i)
		}
		l.comma(i)
		if f := t.node(l, c, s.item(i)); f != nil {
			return under(f, strconv.Itoa(i))
		}
	}
	t.slots = t.slots[:base]
	l.close(']', opened)
	return nil
}
