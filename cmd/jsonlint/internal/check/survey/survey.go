package survey

import (
	"slices"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/token"
)

// Limits on what is told apart.
const (
	// MostNames is how many names an object may have, in all records together, before its members are described together, because it
	// seems to be a map.
	MostNames = 500
	// MostDepth is the depth at which values are no longer described.
	MostDepth = 32
	// mostNodes is how many paths there may be. If there are more, objects may have fewer names.
	mostNodes = 4000
)

// A Survey describes values.
type Survey struct {
	Totals
	root   *node
	nodes  int
	limit  int // how many names an object may have
	stack  []frame
	serial uint64 // number of objects so far
	deeper int    // number of open containers that are not described
	memory []byte
}

// Totals are counts that do not depend on paths.
type Totals struct {
	Kinds           [256]int64 // number of tokens by [token.Kind]; closing brackets do not count
	Tokens          int64
	Depth           int // the largest number of nested brackets
	LongestString   int // length of the longest string or name in bytes, without the quotation marks
	LongestStringAt int64
	LongestNumber   int
	Deeper          int64 // number of values that are not described because they are deeper than MostDepth

	Damaged      int64 // number of records that are not valid
	FirstDamaged int64 // the line of the first of them
}

// A frame is an open array or object.
type frame struct {
	node   *node
	value  *node // that of the value after a name
	begin  int64
	object bool
	serial uint64
	next   int // the index of the member that probably comes next
}

// New returns an empty Survey.
func New() *Survey { return &Survey{root: &node{}, nodes: 1, limit: MostNames} }

// add adds a token of a valid text.
func (s *Survey) add(kind token.Kind, raw []byte, escaped bool, at int64) {
	s.Tokens++
	isClosing := kind == token.EndObject || kind == token.EndArray
	if len(s.stack) == MostDepth && (s.deeper > 0 || !isClosing) {
		s.pass(kind, raw, at)
		return
	}
	var top *frame
	if len(s.stack) > 0 {
		top = &s.stack[len(s.stack)-1]
	}
	switch {
	case isClosing:
		top.node.size(at + 1 - top.begin)
		s.stack = s.stack[:len(s.stack)-1]
		return
	case top == nil:
		s.value(s.root, kind, raw, escaped, at)
	case !top.object:
		if top.node.element == nil {
			top.node.element = &node{name: anyName}
			s.grow()
		}
		s.value(top.node.element, kind, raw, escaped, at)
	case top.value == nil:
		s.count(token.Name, raw, at)
		s.name(top, raw[1:len(raw)-1], escaped)
	default:
		n := top.value
		top.value = nil
		s.value(n, kind, raw, escaped, at)
	}
}

// pass adds a token that is too deep to be described.
func (s *Survey) pass(kind token.Kind, raw []byte, at int64) {
	switch kind {
	case token.EndObject, token.EndArray:
		s.deeper--
		return
	case token.BeginObject, token.BeginArray:
		s.deeper++
		s.Totals.Depth = max(s.Totals.Depth, MostDepth+s.deeper)
	}
	if s.count(kind, raw, at); kind != token.Name {
		s.Deeper++
	}
}

// count counts a token that is not a closing bracket.
func (s *Survey) count(kind token.Kind, raw []byte, at int64) {
	s.Kinds[kind]++
	switch kind {
	case token.String, token.Name:
		if n := len(raw) - 2; n > s.LongestString {
			s.LongestString, s.LongestStringAt = n, at
		}
	case token.Number:
		s.LongestNumber = max(s.LongestNumber, len(raw))
	}
}

// name prepares for the value of a member.
func (s *Survey) name(top *frame, name []byte, escaped bool) {
	n := top.node
	if escaped {
		s.memory = escape.AppendUnescaped(s.memory[:0], name)
		name = s.memory
	}
	name = name[:min(len(name), mostName)]
	m := n.any
	switch {
	case m != nil:
	case top.next < len(n.members) && n.members[top.next].name == string(name):
		m = n.members[top.next]
		top.next++
	default:
		if m = n.member(name); m == nil {
			m = &node{name: string(name)}
			n.add(m)
			s.grow()
			m = m.latest()
		}
		top.next = m.index + 1
	}
	if m.seen != top.serial {
		m.seen = top.serial
		m.present++
	}
	top.value = m
}

// grow counts a new node, and collapses objects if there are too many nodes or names.
func (s *Survey) grow() {
	s.nodes++
	if top := &s.stack[len(s.stack)-1]; len(top.node.members) > s.limit {
		top.node.collapse(s.limit)
		s.settle()
	}
	s.reduce()
}

// reduce collapses objects until there are not too many nodes.
func (s *Survey) reduce() {
	if s.nodes <= mostNodes {
		return
	}
	for s.nodes = s.root.reduce(s.limit); s.nodes > mostNodes && s.limit > 1; s.nodes = s.root.reduce(s.limit) {
		s.limit /= 2
	}
	s.settle()
}

// settle replaces nodes of open containers that have been merged into others.
func (s *Survey) settle() {
	for i := range s.stack {
		f := &s.stack[i]
		f.node, f.value, f.next = f.node.latest(), f.value.latest(), 0
	}
}

// value adds a scalar, or the beginning of an array or object.
func (s *Survey) value(n *node, kind token.Kind, raw []byte, escaped bool, at int64) {
	s.count(kind, raw, at)
	switch kind {
	case token.BeginObject, token.BeginArray:
		s.open(n, kind == token.BeginObject, at)
		return
	case token.String:
		body := raw[1 : len(raw)-1]
		if escaped {
			s.memory = escape.AppendUnescaped(s.memory[:0], body)
			body = s.memory
		}
		n.text(body)
		n.sample(hashOf(body), raw)
	case token.Number:
		text, written := plain(raw, &s.memory)
		n.values[written]++
		n.number(token.Text{Raw: index.TextOf(raw), Kind: kind})
		n.sample(^hashOf(text), raw) // not that of a string with the same text
	case token.Null:
		n.values[Null]++
	default:
		n.values[Boolean]++
		n.sample(uint64(kind)<<56, raw)
	}
	n.size(int64(len(raw)))
}

// open opens an array or object.
func (s *Survey) open(n *node, object bool, at int64) {
	kind := Array
	if object {
		kind = Object
	}
	n.values[kind]++
	s.serial++
	s.stack = append(s.stack, frame{node: n, begin: at, object: object, serial: s.serial})
	s.Depth = max(s.Depth, len(s.stack))
}

// merge adds another survey, of a text that follows, and that begins at the given offset and after the given number of lines.
func (s *Survey) merge(other *Survey, offset, lines int64) {
	for k := range s.Kinds {
		s.Kinds[k] += other.Kinds[k]
	}
	s.Tokens += other.Tokens
	s.Depth = max(s.Depth, other.Depth)
	if other.LongestString > s.LongestString {
		s.LongestString, s.LongestStringAt = other.LongestString, offset+other.LongestStringAt
	}
	s.LongestNumber = max(s.LongestNumber, other.LongestNumber)
	s.Deeper += other.Deeper
	if s.Damaged == 0 && other.Damaged > 0 {
		s.FirstDamaged = lines + other.FirstDamaged
	}
	s.Damaged += other.Damaged
	s.limit = min(s.limit, other.limit)
	s.root.merge(other.root, s.limit)
	s.nodes = s.root.reduce(s.limit)
	s.reduce()
	s.stack = slices.Delete(s.stack, 0, len(s.stack))
}
