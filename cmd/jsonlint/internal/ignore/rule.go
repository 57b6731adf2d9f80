package ignore

import (
	"path"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/glob"
)

// A Rule is a pattern, and what it says of the paths that it matches.
type Rule struct {
	pattern  glob.Pattern
	anchored bool // to the folder of its list; others match a name in any folder
	files    bool // files as well as folders
	kept     bool // matches aren't ignored, whatever other rules say
}

// ParseRule returns the rule that a line of a .gitignore has, if it has one.
func ParseRule(line string) (r Rule, ok bool) {
	line = trimBlanks(strings.TrimSuffix(line, "\r"))
	if line == "" || line[0] == '#' {
		return Rule{}, false
	}
	line, r.kept = cutPrefix(line, "!")
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

// trimBlanks takes off the blanks at the end that no backslash quotes.
func trimBlanks(line string) string {
	for strings.HasSuffix(line, " ") || strings.HasSuffix(line, "\t") {
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

// Matches reports whether the rule is about the path, which is relative to its list's folder.
func (r Rule) Matches(name string, folder bool) bool {
	if !r.files && !folder {
		return false
	}
	if !r.anchored {
		name = path.Base(name)
	}
	return r.pattern.Match(name)
}
