package ignore

import (
	"slices"
	"strings"
)

// A List holds the rules of one folder. Rules without wildcards are found by a map lookup, so only
// rules with wildcards are tried one by one. The zero value has no rules.
type List struct {
	rules []Rule
	names map[string][]int // indexes of the rules that match a certain name in any folder, keyed by that name
	paths map[string][]int // indexes of the rules that match a certain path, keyed by that path
	globs []int            // indexes of all other rules
}

// NewList returns the list of the given rules.
func NewList(rules []Rule) List {
	l := List{rules: rules, names: map[string][]int{}, paths: map[string][]int{}}
	for i := range rules {
		text, ok := rules[i].pattern.Literal()
		switch {
		case ok && rules[i].anchored:
			l.paths[text] = append(l.paths[text], i)
		case ok:
			l.names[text] = append(l.names[text], i)
		default:
			l.globs = append(l.globs, i)
		}
	}
	return l
}

// Parse parses a text in the format of .gitignore.
func Parse(text string) List { return NewList(ParseRules(text)) }

// ParseAll parses lines in the format of .gitignore.
func ParseAll(lines []string) List { return Parse(strings.Join(lines, "\n")) }

// Empty reports whether there are no rules.
func (l *List) Empty() bool { return len(l.rules) == 0 }

// A verdict is what a list decides about a path.
type verdict uint8

const (
	silent verdict = iota
	kept
	ignored
)

// verdict returns the verdict of the last matching rule.
func (l *List) verdict(name string, folder bool) verdict {
	if l.Empty() {
		return silent
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	last := max(l.lastOf(l.names[base], folder), l.lastOf(l.paths[name], folder))
	for _, i := range slices.Backward(l.globs) {
		if i < last {
			break
		}
		if l.rules[i].matches(name, base, folder) {
			last = i
			break
		}
	}
	switch {
	case last < 0:
		return silent
	case l.rules[last].kept:
		return kept
	}
	return ignored
}

// lastOf returns the index of the last of the given rules that applies to a folder or, if folder is
// false, to a file. It returns -1 if there is none.
func (l *List) lastOf(rules []int, folder bool) int {
	for _, i := range slices.Backward(rules) {
		if folder || l.rules[i].files {
			return i
		}
	}
	return -1
}

// Matches reports whether the list ignores the path. For a list that selects files, it reports
// whether the path is selected. The path is relative to the folder of the list. Matches does not
// test the folders that contain the path; see [List.Covers].
func (l *List) Matches(name string, folder bool) bool { return l.verdict(name, folder) == ignored }

// Decides is like [List.Covers], but also reports whether a rule matches the path or a folder that
// contains it.
func (l *List) Decides(name string, folder bool) (ignores, decided bool) {
	if l.Covers(name, folder) {
		return true, true
	}
	return false, l.verdict(name, folder) == kept
}

// Covers reports whether [List.Matches] is true for the path or for a folder that contains it.
func (l *List) Covers(name string, folder bool) bool {
	if l.Empty() {
		return false
	}
	for i := range len(name) {
		if name[i] == '/' && i > 0 && l.Matches(name[:i], true) {
			return true
		}
	}
	return l.Matches(name, folder)
}
