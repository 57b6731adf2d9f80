package config

import (
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// SuppressionKeys returns the keys of the entries under "suppressions".
func SuppressionKeys() []Key {
	return []Key{
		{"files", "Glob patterns of the files, as in .gitignore, relative to the folder of this file.", Texts, nil},
		{"rules", "The rules whose findings are suppressed.", SuppressibleRules, nil},
		{"pointers", "JSON Pointers (RFC 6901) of the values in which findings are suppressed, with everything in these values; * stands for any name or index, as in /users/*/id. Without this key, findings are suppressed in the whole file.", Pointers, nil},
		{"reason", "Why the findings are suppressed.", Text, nil},
	}
}

// SuppressibleRuleNames returns the names of the rules whose findings can be suppressed.
func SuppressibleRuleNames() (names []string) {
	for _, r := range lint.Rules() {
		if r.IsSuppressible() {
			names = append(names, r.Name)
		}
	}
	return names
}

func readSuppressions(s *Section, n *node) error {
	if n.kind != tokenizer.BeginArray {
		return at(n, "expected an array of objects, found %s", described(n))
	}
	for _, e := range n.elements {
		if err := s.readSuppression(e); err != nil {
			return err
		}
	}
	return nil
}

// readSuppression reads an entry, and adds a suppression for each pointer in it.
func (s *Section) readSuppression(n *node) (err error) {
	if n.kind != tokenizer.BeginObject {
		return at(n, "expected an object, found %s", described(n))
	}
	one := Suppression{Offset: n.offset, Length: n.length}
	var files []string
	var pointers []*node
	for _, m := range n.members {
		switch m.name.text {
		case "files":
			files, err = m.value.strings()
		case "rules":
			one.Rules, err = readSuppressedRules(m.value)
		case "pointers":
			pointers, err = readPointers(m.value)
		case "reason":
			one.Reason, err = m.value.string()
		default:
			return unknown(m.name, "key of a suppression", keyNames(SuppressionKeys()))
		}
		if err != nil {
			return err
		}
	}
	if len(files) == 0 || len(one.Rules) == 0 {
		return at(n, `a suppression must have "files" and "rules"`)
	}
	one.files = ignore.ParseAll(files)
	if pointers == nil {
		s.suppressions = append(s.suppressions, &one)
	}
	for _, p := range pointers {
		each := one
		each.Pointer, each.Offset, each.Length = p.text, p.offset, p.length
		s.suppressions = append(s.suppressions, &each)
	}
	return nil
}

func readSuppressedRules(n *node) ([]string, error) {
	names, err := n.strings()
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		switch r, ok := lint.RuleOf(name); {
		case !ok:
			return nil, unknown(n.elements[i], "rule", RuleNames())
		case !r.IsSuppressible():
			return nil, at(n.elements[i], "findings of the rule %s cannot be suppressed", name)
		}
	}
	return names, nil
}

func readPointers(n *node) ([]*node, error) {
	texts, err := n.strings()
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		o := lint.Options{Suppressions: []lint.Suppression{{Pointer: text}}}
		if o.Validate() != nil {
			return nil, at(n.elements[i], "%q is not a JSON Pointer; it must begin with a slash, and a ~ in a name is written ~0", text)
		}
	}
	if len(texts) == 0 {
		return nil, at(n, "there is no pointer")
	}
	return slices.Clone(n.elements), nil
}
