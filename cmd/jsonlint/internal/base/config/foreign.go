package config

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/tokenizer"
)

// ForeignLinter is another program called jsonlint whose settings files have the first of our names.
const ForeignLinter = "the npm package @prantlf/jsonlint"

// foreignKeys maps the settings of that program, with hyphens, to the kinds of their values. The program also
// accepts them in camel case.
var foreignKeys = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"bom": "switch", "check": "switch", "color": "switch", "comments": "switch", "compact": "switch", "config": "text", "context": "number",
		"continue": "switch", "diff": "switch", "duplicate-keys": "switch", "enforce-double-quotes": "switch", "enforce-single-quotes": "switch",
		"environment": "text", "extensions": "list", "force-crlf": "switch", "ignore-proto-key": "switch", "ignore-prototype-keys": "switch",
		"in-place": "switch", "indent": "number or text", "log-files": "switch", "mode": "text", "no-duplicate-keys": "switch", "patterns": "list",
		"pretty-print": "switch", "pretty-print-invalid": "switch", "prune-comments": "switch", "quiet": "switch", "single-quoted-strings": "switch",
		"sort-keys": "switch", "sort-keys-case-first": "switch or text", "sort-keys-ignore-case": "switch", "sort-keys-locale": "text",
		"sort-keys-numeric": "switch", "strict": "switch", "strip-object-keys": "switch", "succeed-with-no-files": "switch",
		"trailing-commas": "switch", "trailing-newline": "switch", "trim-trailing-commas": "switch", "validate": "list or text",
	}
}}

// isForeign reports whether a file is for that other program: each member is one of its settings, and at least one is not
// called like one of ours, which may be in the wrong place.
func isForeign(root *node) bool {
	certain := false
	for _, m := range root.members {
		name := Layout{Name: m.name.text}.Flag()
		kinds, ok := foreignKeys.Get()[name]
		if !ok || !slices.Contains(strings.Split(kinds, " or "), kindOf(m.value)) {
			return false
		}
		isOurs := slices.ContainsFunc(Layouts(), func(l Layout) bool { return l.Flag() == name })
		certain = certain || !isOurs
	}
	return certain
}

// kindOf returns the kind of a value in foreignKeys.
func kindOf(n *node) string {
	switch n.kind {
	case tokenizer.True, tokenizer.False:
		return "switch"
	case tokenizer.String:
		return "text"
	case tokenizer.Number:
		return "number"
	case tokenizer.BeginArray:
		return "list"
	}
	return ""
}
