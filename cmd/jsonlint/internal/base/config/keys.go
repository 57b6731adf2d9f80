package config

import (
	"math"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// SchemaURL is the URL of the JSON Schema for settings files. This schema is generated from [Keys].
const SchemaURL = "https://raw.githubusercontent.com/assayjson/assay/main/docs/jsonlintrc.schema.json"

// Keys returns the keys that are allowed at the top level of a settings file.
func Keys() []Key {
	return append([]Key{
		{"$schema", "The schema of this file, for editors.", Text, readSchemaName},
		{"extends", "The path of another settings file, or an array of paths, relative to the folder of this file. This file takes precedence over those that it extends, and later ones over earlier ones. Patterns in them are relative to the folder of this file, and paths to the folder of the file that they are in.", TextOrTexts, readExtends},
		{"root", "Whether settings files in folders above are not read. If this is false, which is the default, they apply to this folder as well, and this file takes precedence over them. In a file that another one extends, this key has no effect.", Switch, readRoot},
		{"ignore", "Glob patterns of files to ignore, as in .gitignore, relative to the folder of this file.", Texts, readIgnore},
		{"overrides", "Settings for some files only; if several overrides match a file, the last one takes precedence.", OverrideSet, nil},
		{"schemas", "The JSON Schemas to use. Each name is a glob pattern, and its value is the path of the schema for the files that match, or its URL. A name can also be the URL of a schema; its value is then the path of a local copy. Copies that jsonlint schema add makes need no such name.", PathMap, readSchemas},
		{"suppressions", "Findings that are not reported. Each entry names files, rules, and optionally JSON Pointers and a reason. An entry that suppresses nothing is a finding of the rule unused-suppression.", SuppressionSet, readSuppressions},
		{"baseline", "The path of a file with known findings, which are not reported; see --baseline.", Text, readBaseline},
	}, sectionKeys()...)
}

// OverrideKeys returns the keys that are allowed in an override.
func OverrideKeys() []Key {
	return append([]Key{
		{"files", "Glob patterns of the files to which the override applies, as in .gitignore, relative to the folder of this file.", Texts, readFiles},
	}, sectionKeys()...)
}

// sectionKeys returns the keys that are allowed at the top level as well as in an override.
func sectionKeys() []Key {
	return []Key{
		{"dialect", "The dialect of files whose names do not indicate a dialect other than JSON; in an override, the dialect of all files to which the override applies.", Dialect, readDialect},
		{"rules", "For each rule, its severity, or an object with its severity and its options.", RuleMap, readRules},
		{"format", "The layout for jsonlint fmt. The names are those of its flags, in camel case.", LayoutMap, readFormat},
		{"preview", "Whether rules have the severities that they will have by default in the next minor version; see docs/versioning.md.", Switch, readPreview},
		{"maxProblems", "The maximum number of findings to show per file; 0 for all.", Count, readMaxProblems},
		{"maxDepth", "The maximum nesting depth of arrays and objects.", Depth, readMaxDepth},
	}
}

// readKeys reads the object n into s. It returns an error if a name is not one of the keys.
func readKeys(keys []Key, n *node, s *Section) error {
	if n.kind != tokenizer.BeginObject {
		return at(n, "expected an object, found %s", described(n))
	}
	for _, m := range n.members {
		key, ok := keyOf(keys, m.name.text)
		if !ok {
			return notHere(m.name, keys)
		}
		if key.read == nil {
			continue // read by the caller
		}
		if err := key.read(s, m.value); err != nil {
			return err
		}
	}
	return nil
}

// notHere returns the error for a name that is not one of the given keys. These are the keys of the
// top level or of an override.
func notHere(name *node, keys []Key) error {
	if _, ok := keyOf(Keys(), name.text); ok {
		return at(name, "an override cannot set %q", name.text)
	}
	if _, ok := keyOf(OverrideKeys(), name.text); ok {
		return at(name, `%q belongs in "overrides"`, name.text)
	}
	names := keyNames(keys)
	if i := slices.Index(names, "$schema"); i >= 0 { // for "schema", "schemas" is the better guess
		names = append(slices.Delete(names, i, i+1), "$schema")
	}
	return unknown(name, "setting", names)
}

func keyOf(keys []Key, name string) (Key, bool) {
	for _, k := range keys {
		if k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

func readExtends(s *Section, n *node) error {
	if n.kind == tokenizer.String {
		s.extends = []*node{n}
		return nil
	}
	if n.kind != tokenizer.BeginArray {
		return at(n, "expected a string or an array of strings, found %s", described(n))
	}
	_, err := n.strings()
	s.extends = n.elements
	return err
}

func readRoot(s *Section, n *node) (err error) {
	s.root, err = n.bool()
	return err
}

func readPreview(s *Section, n *node) error {
	v, err := n.bool()
	s.Preview = &v
	return err
}

func readBaseline(s *Section, n *node) (err error) {
	s.named = append(s.named, n)
	s.baseline, err = n.string()
	return err
}

func readSchemaName(_ *Section, n *node) error {
	_, err := n.string()
	return err
}

func readIgnore(s *Section, n *node) error { return readList(&s.ignore, n) }
func readFiles(s *Section, n *node) error  { return readList(&s.files, n) }

func readList(to *ignore.List, n *node) error {
	lines, err := n.strings()
	*to = ignore.ParseAll(lines)
	return err
}

func readSchemas(s *Section, n *node) error {
	if n.kind != tokenizer.BeginObject {
		return at(n, "expected an object, found %s", described(n))
	}
	for _, m := range n.members {
		path, err := m.value.string()
		if err != nil {
			return err
		}
		s.named = append(s.named, m.value)
		if isURL(m.name.text) {
			if s.resources == nil {
				s.resources = map[string]string{}
			}
			s.resources[strings.TrimSuffix(m.name.text, "#")] = path
			continue
		}
		s.schemas = append(s.schemas, schemaOf{m.name.text, ignore.Parse(m.name.text), path, m.value.offset})
	}
	return nil
}

func readDialect(s *Section, n *node) error {
	name, err := n.string()
	if err != nil {
		return err
	}
	d, err := lint.ParseDialect(name)
	if err != nil || d.String() != name { // ParseDialect also accepts file extensions, which are not allowed in settings
		return unknown(n, "dialect", DialectNames())
	}
	s.Dialect = &d
	return nil
}

// DialectNames returns the names of all dialects.
func DialectNames() []string {
	var names []string
	for _, d := range lint.Dialects() {
		names = append(names, d.String())
	}
	return names
}

func readMaxProblems(s *Section, n *node) (err error) {
	v, err := n.int(0, math.MaxInt32)
	s.MaxProblems = &v
	return err
}

func readMaxDepth(s *Section, n *node) (err error) {
	s.MaxDepth, err = n.int(1, math.MaxInt32)
	return err
}
