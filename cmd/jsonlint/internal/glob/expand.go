package glob

import "strings"

// mostExpanded is how many globs one may stand for; what is beyond stays as it is.
const mostExpanded = 1000

// Expand returns the globs that one with alternatives in braces stands for: a.{json,har} is
// a.json and a.har. Braces nest. Those without a comma or an end are characters.
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

// alternatives finds the first braces of glob with a comma in them: where they open, what
// they offer, and where what follows them begins.
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

// split returns the parts up to the brace that closes, and the length of all that.
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

// IsGlob reports whether a path has a character that is special in globs.
func IsGlob(path string) bool { return strings.ContainsAny(path, "*?[{") }

// Root returns the folder that all paths lie in that glob matches, with its slash, or "" if
// that is the one that the glob is meant from.
func Root(glob string) string {
	special := strings.IndexAny(glob, `*?[{\`)
	if special < 0 {
		special = len(glob)
	}
	return glob[:strings.LastIndexByte(glob[:special], '/')+1]
}
