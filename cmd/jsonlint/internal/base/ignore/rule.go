package ignore

import (
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
)

// A Rule is a pattern and what it means for the paths that it matches.
type Rule struct {
	pattern  glob.Pattern
	anchored bool // the pattern is a path relative to the folder of the list; otherwise it is a name in any folder
	files    bool // matches files as well as folders
	kept     bool // matching paths are not ignored, even if earlier rules ignore them
}

// ParseRules parses a text in the format of .gitignore.
func ParseRules(text string) (rules []Rule) {
	text = strings.TrimPrefix(text, "\uFEFF")
	for line := range strings.SplitSeq(text, "\n") {
		if r, ok := ParseRule(line); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// ParseRule parses a line of a .gitignore file. The result ok is false if the line contains no
// rule.
func ParseRule(line string) (r Rule, ok bool) {
	line = strings.TrimSuffix(line, "\r")
	if line == "" || line[0] == '#' {
		return Rule{}, false
	}
	line, r.kept = cutPrefix(trimSpaces(line), "!")
	line, folder := cutSuffix(line, "/")
	r.files = !folder
	r.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return Rule{}, false
	}
	r.pattern = glob.Compile(line)
	return r, true
}

// trimSpaces removes spaces at the end unless they are escaped by a backslash.
func trimSpaces(line string) string {
	for strings.HasSuffix(line, " ") {
		rest := line[:len(line)-1]
		if n := len(rest) - len(strings.TrimRight(rest, `\`)); n%2 == 1 {
			break
		}
		line = rest
	}
	return line
}

func cutPrefix(s, prefix string) (rest string, found bool) {
	return strings.TrimPrefix(s, prefix), strings.HasPrefix(s, prefix)
}

func cutSuffix(s, suffix string) (rest string, found bool) {
	return strings.TrimSuffix(s, suffix), strings.HasSuffix(s, suffix)
}

// matches reports whether the rule matches a path. The path is relative to the folder of the list,
// and base is its last element.
func (r *Rule) matches(path, base string, folder bool) bool {
	if !r.files && !folder {
		return false
	}
	if !r.anchored {
		path = base
	}
	return r.pattern.Match(path)
}
