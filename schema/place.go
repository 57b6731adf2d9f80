package schema

import (
	"strconv"

	"github.com/assayjson/assay/tokenizer"
)

// A span is the part [begin, end) of a document.
type span struct{ begin, end int }

// A node is a value on the way to one whose place is wanted.
type node struct {
	parent   *node
	children map[string]*node
	wanted   bool // itself, so that its end matters

	value span
	name  span // if it is a member
}

// child returns the node of a member or item.
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

// nowhere is the span of what has not been found.
var nowhere = span{-1, -1}

// want returns the node that path leads to from n.
func (n *node) want(path []string) *node {
	for _, token := range path {
		n = n.child(token)
	}
	n.wanted = true
	return n
}

// locate sets the places of all leaves by one walk over data, which is a document.
func locate(data []byte, leaves []leaf, opts []tokenizer.Option) {
	root := &node{value: nowhere, name: nowhere}
	nodes := make([]struct{ at, related *node }, len(leaves))
	for i, l := range leaves {
		nodes[i].at = root.want(l.path)
		if l.first != nil {
			nodes[i].related = root.want(l.first)
		}
	}
	w := walk{tokens: tokenizer.New(data, opts...)}
	w.value(root)
	w.next() // none, which lets go of what the tokenizer has borrowed
	for i := range leaves {
		l := &leaves[i]
		l.at = nodes[i].at.place(l.atName)
		if l.first != nil {
			l.related = nodes[i].related.place(false)
		}
	}
}

// place returns where n is, or its name. If it is not in the document, that is the first byte
// of the innermost value around it.
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

// A walk goes over a document, which is known to be right, and looks into nothing that it
// need not.
type walk struct {
	tokens *tokenizer.Tokenizer
	index  []byte
}

// next returns the next token.
func (w *walk) next() tokenizer.Token {
	token, _ := w.tokens.Next()
	return token
}

// value sets the places of n, which comes next, and of what is wanted in it.
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

// members goes over the members of an object. Of equal names, the last one stays.
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

// items goes over the items of an array up to the last one that is wanted.
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

// close passes what is left of the object or array at depth, and returns where it ends.
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
