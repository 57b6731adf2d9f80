package config

import (
	"slices"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// SetDialect sets the dialect of the files that match a pattern, and returns the new text of the settings file src. It adds an override,
// or changes the last one if that is for the same pattern. Everything else is kept as it is, as by [SetSchemas].
func SetDialect(name string, src []byte, pattern string, d lint.Dialect) ([]byte, error) {
	e, err := edit(name, src)
	if err != nil {
		return nil, err
	}
	root := e.root
	override := `{"files": [` + string(quote(pattern)) + `], "dialect": ` + string(quote(d.String())) + "}"
	all := root.member("overrides")
	if all == nil {
		inner := e.indent(root) + e.unit()
		return e.insert(root, `"overrides": [`+e.newline()+inner+override+e.newline()+e.indent(root)+"]"), nil
	}
	if n := len(all.elements); n > 0 {
		last := all.elements[n-1]
		files, old := last.member("files"), last.member("dialect")
		if old != nil && files.isOnly(pattern) {
			return slices.Concat(src[:old.offset], quote(d.String()), src[old.end:]), nil
		}
	}
	return e.insert(all.asObject(), override), nil
}

// isOnly reports whether n is an array that has only the given string.
func (n *node) isOnly(text string) bool {
	return n.kind == tokenizer.BeginArray && len(n.elements) == 1 && n.elements[0].text == text
}

// asObject returns an array as an object whose names and values are its elements, for an editor.
func (n *node) asObject() *node {
	o := &node{kind: n.kind, offset: n.offset, length: n.length, end: n.end}
	for _, element := range n.elements {
		o.members = append(o.members, member{element, element})
	}
	return o
}
