package config

import (
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/tokenizer"
)

// A node is a value in a settings file, with its position.
type node struct {
	kind     tokenizer.TokenKind
	offset   int64
	length   int64  // of the first token
	end      int64  // the offset after the value
	text     string // the decoded text of a string, or the digits of a number
	integer  int64
	whole    bool     // the field integer holds the exact value of the number
	elements []*node  // the elements of an array
	members  []member // the members of an object
}

type member struct {
	name  *node // a string
	value *node
}

// parseNode parses the document src.
func parseNode(src []byte) (*node, error) {
	if err := tokenizer.Check(src, tokenizer.UniqueNames(), tokenizer.MaxDepth(maxDepth)); err != nil {
		return nil, err
	}
	t := tokenizer.New(src)
	first, err := t.Next()
	if err != nil {
		return nil, err
	}
	n, err := readNode(t, first)
	if err != nil {
		return nil, err
	}
	if _, err := t.Next(); !errors.Is(err, io.EOF) {
		return nil, err
	}
	return n, nil
}

// maxDepth limits the recursion of readNode.
const maxDepth = 32

// readNode returns the value that begins with the token first.
func readNode(t *tokenizer.Tokenizer, first tokenizer.Token) (*node, error) {
	length := int64(len(first.Raw()))
	n := &node{kind: first.Kind(), offset: first.Offset(), length: length, end: first.Offset() + length}
	switch n.kind {
	case tokenizer.String, tokenizer.Name:
		n.text = first.String()
	case tokenizer.Number:
		v, err := first.Int64()
		n.text, n.integer, n.whole = string(first.Raw()), v, err == nil
	case tokenizer.BeginArray, tokenizer.BeginObject:
		return n, n.fill(t)
	}
	return n, nil
}

// fill reads the contents of an array or object up to its closing bracket.
func (n *node) fill(t *tokenizer.Tokenizer) error {
	for {
		token, err := t.Next()
		if err != nil {
			return err
		}
		switch token.Kind() {
		case tokenizer.EndArray, tokenizer.EndObject:
			n.end = token.Offset() + 1
			return nil
		case tokenizer.Name:
			name := &node{kind: tokenizer.Name, offset: token.Offset(), text: token.String()}
			if token, err = t.Next(); err != nil {
				return err
			}
			value, err := readNode(t, token)
			if err != nil {
				return err
			}
			n.members = append(n.members, member{name, value})
		default:
			element, err := readNode(t, token)
			if err != nil {
				return err
			}
			n.elements = append(n.elements, element)
		}
	}
}

// member returns the value of the member with the given name, or nil.
func (n *node) member(name string) *node {
	for _, m := range n.members {
		if m.name.text == name {
			return m.value
		}
	}
	return nil
}

// string returns the text of a string. It returns an error for any other node.
func (n *node) string() (string, error) {
	if n.kind != tokenizer.String {
		return "", at(n, "expected a string, found %s", described(n))
	}
	return n.text, nil
}

// bool returns the value of true or false. It returns an error for any other node.
func (n *node) bool() (bool, error) {
	if n.kind != tokenizer.True && n.kind != tokenizer.False {
		return false, at(n, "expected true or false, found %s", described(n))
	}
	return n.kind == tokenizer.True, nil
}

// strings returns the texts in an array of strings. It returns an error for any other node.
func (n *node) strings() ([]string, error) {
	if n.kind != tokenizer.BeginArray {
		return nil, at(n, "expected an array of strings, found %s", described(n))
	}
	all := make([]string, 0, len(n.elements))
	for _, e := range n.elements {
		s, err := e.string()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// int returns the value of a node that is an integer from least to most, and an error for any other
// node.
func (n *node) int(least, most int64) (int, error) {
	if n.kind != tokenizer.Number {
		return 0, at(n, "expected a number, found %s", described(n))
	}
	if !n.whole || n.integer < least || n.integer > most {
		return 0, at(n, "expected an integer from %d to %d, found %s", least, most, n.text)
	}
	return int(n.integer), nil
}

// described returns the type of a node with the indefinite article.
func described(n *node) string {
	switch n.kind {
	case tokenizer.BeginArray:
		return "an array"
	case tokenizer.BeginObject:
		return "an object"
	case tokenizer.String:
		return "a string"
	case tokenizer.Number:
		return "a number"
	}
	return n.kind.String()
}

// at returns a fault with the offset of n.
func at(n *node, format string, args ...any) error {
	return &fault{n.offset, fmt.Sprintf(format, args...)}
}
