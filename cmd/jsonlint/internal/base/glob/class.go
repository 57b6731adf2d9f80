package glob

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// A class is a set of characters that is written in brackets, such as [a-z].
type class struct {
	negated bool
	ranges  [][2]rune
	named   []func(rune) bool
}

func (c *class) has(r rune) bool {
	in := slices.ContainsFunc(c.ranges, func(b [2]rune) bool { return b[0] <= r && r <= b[1] }) ||
		slices.ContainsFunc(c.named, func(f func(rune) bool) bool { return f(r) })
	return in != c.negated
}

// classNames maps the names of the POSIX character classes to their members in ASCII.
var classNames = lazy.Value[map[string]func(rune) bool]{Make: func() map[string]func(rune) bool {
	return map[string]func(rune) bool{
		"alnum":  func(r rune) bool { return isLetter(r) || isDigit(r) },
		"alpha":  isLetter,
		"blank":  func(r rune) bool { return r == ' ' || r == '\t' },
		"cntrl":  func(r rune) bool { return r < ' ' || r == 0x7F },
		"digit":  isDigit,
		"graph":  isGraph,
		"lower":  func(r rune) bool { return 'a' <= r && r <= 'z' },
		"print":  func(r rune) bool { return r == ' ' || isGraph(r) },
		"punct":  func(r rune) bool { return isGraph(r) && !isLetter(r) && !isDigit(r) },
		"space":  func(r rune) bool { return r < 0x80 && unicode.IsSpace(r) },
		"upper":  func(r rune) bool { return 'A' <= r && r <= 'Z' },
		"xdigit": func(r rune) bool { return isDigit(r) || 'a' <= r|0x20 && r|0x20 <= 'f' },
	}
}}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
func isGraph(r rune) bool  { return '!' <= r && r <= '~' }

// parseClass parses the class at the start of glob. The length is 0 if the closing bracket is
// missing.
func parseClass(glob string) (set *class, length int) {
	set = &class{}
	i := 1
	if i < len(glob) && (glob[i] == '!' || glob[i] == '^') {
		set.negated = true
		i++
	}
	// A closing bracket at the start of the class is a member of the class.
	for first := true; i < len(glob) && (first || glob[i] != ']'); first = false {
		if n := set.name(glob[i:]); n > 0 {
			i += n
			continue
		}
		low, n := classChar(glob[i:])
		if i += n; n == 0 {
			return nil, 0
		}
		high := low
		if i+1 < len(glob) && glob[i] == '-' && glob[i+1] != ']' {
			if high, n = classChar(glob[i+1:]); n == 0 {
				return nil, 0
			}
			i += 1 + n
		}
		set.ranges = append(set.ranges, [2]rune{low, high})
	}
	if i >= len(glob) {
		return nil, 0
	}
	return set, i + 1
}

// name adds the named class at the start of glob, such as [:digit:], and returns the length of the
// name with its brackets. The length is 0 if there is no named class.
func (c *class) name(glob string) (length int) {
	const longest = len("[:xdigit:]") // the rest of a long glob is not searched for the end
	after, ok := strings.CutPrefix(glob[:min(len(glob), longest)], "[:")
	name, _, closed := strings.Cut(after, ":]")
	if !ok || !closed || classNames.Get()[name] == nil {
		return 0
	}
	c.named = append(c.named, classNames.Get()[name])
	return len("[:") + len(name) + len(":]")
}

// classChar parses a character of a class, which may be escaped by a backslash. The length is 0 if
// there is no character.
func classChar(glob string) (r rune, length int) {
	if strings.HasPrefix(glob, `\`) {
		r, n := utf8.DecodeRuneInString(glob[1:])
		if n == 0 {
			return 0, 0
		}
		return r, 1 + n
	}
	return utf8.DecodeRuneInString(glob)
}
