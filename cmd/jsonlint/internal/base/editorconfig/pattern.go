package editorconfig

import (
	"strconv"
	"strings"
)

// A pattern matches paths that are relative to the folder of its file. The wildcards are *, **, ?,
// [name], [!name], {s1,s2,s3} and {num1..num2}.
type pattern struct {
	re     expression
	ranges [][2]int // the limits of the numbers that the groups of re match
}

// mostDepth limits how deeply braces may be nested.
const mostDepth = 100

// compile compiles the name of a section. The result matches nothing if the name is malformed.
func compile(glob string) *pattern {
	c := compiler{glob: glob, paired: isPaired(glob)}
	c.b.WriteString("^")
	if i := strings.IndexByte(glob, '/'); i < 0 {
		c.b.WriteString("(?:.*/)?")
	} else if i == 0 {
		c.at = 1
	}
	for c.at < len(glob) {
		c.next()
	}
	c.b.WriteString("$")
	re, err := newExpression(c.b.String())
	if err != nil {
		return &pattern{}
	}
	return &pattern{re, c.ranges}
}

// match reports whether the pattern matches a path with slashes as separators.
func (p *pattern) match(path string) bool {
	if p.re == nil {
		return false
	}
	groups := p.re.submatches(path)
	if groups == nil {
		return false
	}
	for i, r := range p.ranges {
		if groups[i+1] == "" {
			continue // the range is in an alternative that is not used
		}
		n, err := strconv.Atoi(groups[i+1])
		if err != nil || n < r[0] || n > r[1] {
			return false
		}
	}
	return true
}

// isPaired reports whether each brace of a glob has its counterpart. Otherwise, braces are ordinary
// characters.
func isPaired(glob string) bool {
	depth := 0
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 || depth > mostDepth {
			return false
		}
	}
	return depth == 0
}

// A compiler translates a glob to a regular expression.
type compiler struct {
	glob   string
	at     int
	paired bool
	depth  int // the number of open alternatives
	b      strings.Builder
	ranges [][2]int
	noEnd  int // before this offset, no bracket has its counterpart
}

// next translates the next part of the glob.
func (c *compiler) next() {
	rest := c.glob[c.at:]
	switch {
	case rest[0] == '\\' && len(rest) > 1:
		c.literal(rest[1:2])
		c.at += 2
	case strings.HasPrefix(rest, "/**/"):
		c.write("(?:/|/.*/)", 4)
	case strings.HasPrefix(rest, "**"):
		c.write(".*", 2)
	case rest[0] == '*':
		c.write("[^/]*", 1)
	case rest[0] == '?':
		c.write("[^/]", 1)
	case rest[0] == '[':
		c.class(rest)
	case rest[0] == '{' && c.paired:
		c.brace(rest)
	case rest[0] == ',' && c.depth > 0:
		c.write("|", 1)
	case rest[0] == '}' && c.depth > 0:
		c.depth--
		c.write(")", 1)
	default:
		c.literal(rest[:1])
		c.at++
	}
}

func (c *compiler) write(re string, n int) {
	c.b.WriteString(re)
	c.at += n
}

// literal writes a byte that stands for itself.
func (c *compiler) literal(s string) {
	if s[0] < 0x80 {
		s = quoted(s)
	}
	c.b.WriteString(s)
}

// class translates [name] or [!name]. A bracket without its counterpart, or with a slash before it, is an
// ordinary character.
func (c *compiler) class(rest string) {
	if c.at < c.noEnd {
		c.literal("[")
		c.at++
		return
	}
	end := 1
	for end < len(rest) && rest[end] != ']' && rest[end] != '/' {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(rest) || rest[end] == '/' || end == 1 {
		if end > 1 {
			c.noEnd = max(c.noEnd, c.at+end)
		}
		c.literal("[")
		c.at++
		return
	}
	set := rest[1:end]
	if set[0] == '!' || set[0] == '^' {
		set = "^" + set[1:]
	}
	c.write("["+strings.ReplaceAll(set, "[", `\[`)+"]", end+1)
}

// brace translates an opening brace: of a range of numbers, of alternatives, or an ordinary one.
func (c *compiler) brace(rest string) {
	if low, high, length, ok := numbers(rest); ok {
		c.ranges = append(c.ranges, [2]int{min(low, high), max(low, high)})
		c.write("([+-]?[0-9]+)", length)
		return
	}
	if end, list := alternatives(rest); !list {
		for i := range end + 1 {
			c.literal(rest[i : i+1])
		}
		c.at += end + 1
		return
	}
	c.depth++
	c.write("(?:", 1)
}

// numbers returns the limits of a range of numbers at the start of a glob, and its length.
func numbers(glob string) (low, high, length int, ok bool) {
	inside, _, isClosed := strings.Cut(glob[1:], "}")
	first, last, isRange := strings.Cut(inside, "..")
	low, errLow := strconv.Atoi(first) // accepts exactly digits with an optional sign
	high, errHigh := strconv.Atoi(last)
	return low, high, len(inside) + 2, isClosed && isRange && errLow == nil && errHigh == nil
}

// quoted returns a character of ASCII as it is written in a regular expression.
func quoted(s string) string {
	if strings.ContainsAny(s, `\.+*?()|[]{}^$`) {
		return `\` + s
	}
	return s
}

// alternatives returns the offset of the brace that closes the one at the start of a glob, and whether
// there is a comma between them that is in no other braces.
func alternatives(glob string) (end int, list bool) {
	depth := 0
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			list = list || depth == 1
		case '}':
			if depth--; depth == 0 {
				return i, list
			}
		}
	}
	return len(glob) - 1, false
}
