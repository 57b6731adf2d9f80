package schema

import (
	"strconv"

	"github.com/assayjson/assay/tokenizer"
)

// A node is a value whose place is wanted, or a value that contains such a value.
type node struct {
	parent   *node
	children map[string]*node
	wanted   bool // the place of this value itself is wanted, not only places inside it, so its end must be found

	value span
	name  span // the place of the name, if the value belongs to a member
}

// child returns the node of a member or item of n, and creates the node if necessary.
func (n *node) child(token string) *node {
	c := n.children[token]
	if c == nil {
		c = &node{parent: n, value: nowhere, name: nowhere}
		if n.children == nil {
			n.children = map[string]*node{}
		}
		n.children[token] = c
	}
	return c
}

// nowhere is the span of a value that has not been found.
var nowhere = span{-1, -1}

// want returns the node at a path that begins at n, and marks the node as wanted.
func (n *node) want(path []string) *node {
	for _, token := range path {
		n = n.child(token)
	}
	n.wanted = true
	return n
}

// locate sets the places of all leaves in one walk over the tokens of a valid document.
func locate(tokens *tokenizer.Tokenizer, leaves []leaf) {
	root := &node{value: nowhere, name: nowhere}
	nodes := make([]struct{ at, related *node }, len(leaves))
	for i, l := range leaves {
		nodes[i].at = root.want(l.Path)
		if l.First != nil {
			nodes[i].related = root.want(l.First)
		}
	}
	w := walk{tokens: tokens}
	w.value(root)
	w.next() // no token is left, but this call makes the tokenizer return pooled memory
	for i := range leaves {
		l := &leaves[i]
		l.at = nodes[i].at.place(l.AtName)
		if l.First != nil {
			l.related = nodes[i].related.place(false)
		}
	}
}

// place returns the place of n. If name is set, it returns the place of the name of n. If n is not
// in the document, it returns the first byte of the innermost value around n that is in the
// document.
func (n *node) place(name bool) span {
	if name && n.name != nowhere {
		return n.name
	}
	if n.value != nowhere || n.parent == nil {
		return n.value
	}
	around := n.parent.place(false)
	return span{around.begin, around.begin + 1}
}

// A walk reads a valid document, and skips all values in which no place is wanted.
type walk struct {
	tokens *tokenizer.Tokenizer
	index  []byte
}

// next returns the next token.
func (w *walk) next() tokenizer.Token {
	token, _ := w.tokens.Next()
	return token
}

// value reads the next value, which belongs to n. It sets the place of n and the places of all
// wanted values inside n.
func (w *walk) value(n *node) {
	token := w.next()
	n.value = spanOf(token)
	switch token.Kind() {
	case tokenizer.BeginObject:
		if n.children != nil {
			w.members(n)
		}
	case tokenizer.BeginArray:
		if n.children != nil {
			w.items(n)
		}
	default:
		return
	}
	if n.wanted {
		n.value.end = w.close(token.Depth())
	} else {
		_ = w.tokens.Leave()
	}
}

// members reads the members of an object. If members have equal names, the last one counts.
func (w *walk) members(n *node) {
	for w.tokens.PeekKind() == tokenizer.Name {
		name := w.next()
		if c := n.children[textOf(name)]; c != nil {
			c.name = spanOf(name)
			w.value(c)
		} else {
			_ = w.tokens.Skip()
		}
	}
}

// items reads the items of an array up to the last one that is needed.
func (w *walk) items(n *node) {
	for i, left := 0, len(n.children); left > 0; i++ {
		if k := w.tokens.PeekKind(); k == tokenizer.EndArray || k == 0 {
			return
		}
		w.index = strconv.AppendInt(w.index[:0], int64(i), 10)
		if c := n.children[string(w.index)]; c != nil {
			w.value(c)
			left--
		} else {
			_ = w.tokens.Skip()
		}
	}
}

// close skips the rest of the object or array at depth, and returns its end.
func (w *walk) close(depth int) int {
	for {
		token := w.next()
		if token.Depth() <= depth {
			return spanOf(token).end
		}
	}
}

func spanOf(token tokenizer.Token) span {
	begin := int(token.Offset())
	return span{begin, begin + len(token.Raw())}
}
