package glob

import "strings"

// These limit the number of globs that a glob expands to, and their size in bytes. Braces beyond the limits are not expanded.
const (
	mostExpanded = 1000
	mostBytes    = 1 << 20
)

// Expand expands the braces in a glob and returns the resulting globs: a.{json,har} becomes a.json
// and a.har. Braces nest. Braces without a comma and unclosed braces are ordinary characters.
func Expand(glob string) []string { return new(expander).expand(glob) }

// An expander expands the braces in a glob.
type expander struct {
	open  []braces // those that are not closed yet
	steps int      // the number of bytes that have been examined
}

// braces are an opening brace and its closing brace.
type braces struct {
	begin, end int  // end is the offset after the closing brace
	comma      bool // a comma belongs to them
}

func (x *expander) expand(glob string) []string {
	done, todo := []string(nil), []string{glob}
	size := int64(len(glob)) // of both
	for len(todo) > 0 {
		g := todo[0]
		todo = todo[1:]
		b := x.first(g)
		parts := x.split(g[b.begin:b.end])
		grown := size + int64(len(parts)-1)*int64(len(g)-(b.end-b.begin))
		if len(parts) < 2 || len(done)+len(todo) > mostExpanded || grown > max(mostBytes, size) {
			done = append(done, g)
			continue
		}
		more := make([]string, 0, len(parts)+len(todo))
		for _, part := range parts {
			more = append(more, g[:b.begin]+part+g[b.end:])
		}
		size, todo = grown, append(more, todo...)
	}
	return done
}

// first finds the first braces in glob that contain a comma. It returns zero if there are none.
func (x *expander) first(glob string) (first braces) {
	x.open = x.open[:0]
	for i := 0; i < len(glob); i++ {
		x.steps++
		last := len(x.open) - 1
		switch glob[i] {
		case '\\':
			i++
		case '{':
			x.open = append(x.open, braces{begin: i})
		case ',':
			if last >= 0 {
				x.open[last].comma = true
			}
		case '}':
			if last < 0 {
				continue
			}
			b := x.open[last]
			x.open = x.open[:last]
			if b.end = i + 1; b.comma && (!first.comma || b.begin < first.begin) {
				first = b
			}
			if first.comma && last == 0 {
				return first
			}
		}
	}
	return first
}

// split returns the alternatives between braces, of which s is the whole text. It returns nil if s is empty.
func (x *expander) split(s string) (parts []string) {
	depth, from := 0, len("{")
	for i := 0; i < len(s); i++ {
		x.steps++
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return append(parts, s[from:i])
			}
		case ',':
			if depth == 1 {
				parts = append(parts, s[from:i])
				from = i + 1
			}
		}
	}
	return nil
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
