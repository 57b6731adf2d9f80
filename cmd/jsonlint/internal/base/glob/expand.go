package glob

import "strings"

// mostExpanded limits the number of globs that a glob expands to. Braces beyond the limit are not
// expanded.
const mostExpanded = 1000

// Expand expands the braces in a glob and returns the resulting globs: a.{json,har} becomes a.json
// and a.har. Braces nest. Braces without a comma and unclosed braces are ordinary characters.
func Expand(glob string) []string {
	done, todo := []string(nil), []string{glob}
	for len(todo) > 0 {
		g := todo[0]
		todo = todo[1:]
		open, parts, end := alternatives(g)
		if len(parts) == 0 || len(done)+len(todo) > mostExpanded {
			done = append(done, g)
			continue
		}
		var more []string
		for _, part := range parts {
			more = append(more, g[:open]+part+g[end:])
		}
		todo = append(more, todo...)
	}
	return done
}

// alternatives finds the first braces in glob that contain a comma. It returns the offset of the
// opening brace, the alternatives, and the offset after the closing brace.
func alternatives(glob string) (open int, parts []string, end int) {
	for open = 0; open < len(glob); open++ {
		switch glob[open] {
		case '\\':
			open++
		case '{':
			if parts, n := split(glob[open+1:]); len(parts) > 1 {
				return open, parts, open + 1 + n
			}
		}
	}
	return 0, nil, 0
}

// split returns the parts of s that are separated by commas, up to the closing brace. The result
// length is the number of bytes in s up to and including that brace.
func split(s string) (parts []string, length int) {
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			if depth == 0 {
				parts = append(parts, s[from:i])
				from = i + 1
			}
		case '}':
			if depth == 0 {
				return append(parts, s[from:i]), i + 1
			}
			depth--
		}
	}
	return nil, 0
}

// IsGlob reports whether a path contains a character that is special in globs.
func IsGlob(path string) bool { return strings.ContainsAny(path, "*?[{") }

// Root returns the path of the deepest folder that contains all matches of glob, followed by a
// slash. It returns "" for the folder that glob is relative to.
func Root(glob string) string {
	special := strings.IndexAny(glob, `*?[{\`)
	if special < 0 {
		special = len(glob)
	}
	return glob[:strings.LastIndexByte(glob[:special], '/')+1]
}
