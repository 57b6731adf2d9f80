package config

import "github.com/assayjson/assay/internal/engine/suggest"

// A Key is a name that is allowed in an object of a settings file.
type Key struct {
	Name string
	Doc  string // a sentence
	Type Type
	read func(*Section, *node) error
}

// A Type is the type of the value of a key.
type Type uint8

const (
	Text        Type = iota // a string
	Texts                   // an array of strings
	Count                   // an integer, 0 or more
	Depth                   // an integer, 1 or more
	Dialect                 // the name of a [lint.Dialect]
	RuleMap                 // an object that maps rules to severities or to objects with options
	PathMap                 // an object that maps globs to paths
	LayoutMap               // an object with the settings of "format"
	OverrideSet             // an array of objects with the keys of overrides
	Switch                  // true or false
	TextOrTexts             // a string, or an array of strings
	Pointers                // an array of patterns for JSON Pointers, not empty

	SuppressibleRules // an array of names of rules, not empty
	SuppressionSet    // an array of objects with the keys of suppressions
)

func keyNames(keys []Key) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Name
	}
	return names
}

func unknown(n *node, what string, names []string) error {
	return at(n, "unknown %s %q%s", what, n.text, suggest.Choice(n.text, names))
}
