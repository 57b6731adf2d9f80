package schema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A patternReader translates a valid pattern of ECMA-262 to the grammar of package regexp. It
// translates elements that have the same meaning in both grammars, and elements that can be
// rewritten. It rejects patterns with other elements. Rejected patterns are matched by
// backtracking.
type patternReader struct {
	rest    string
	unicode bool // the pattern is in Unicode mode
	out     strings.Builder
}

// linearPattern returns an expression for package regexp that matches the same texts as pattern. It
// returns false if it does not find such an expression.
func linearPattern(pattern string, inUnicodeMode bool) (expression string, ok bool) {
	if !utf8.ValidString(pattern) {
		return "", false
	}
	r := patternReader{rest: pattern, unicode: inUnicodeMode}
	for r.rest != "" {
		if !r.term() {
			return "", false
		}
	}
	return r.out.String(), true
}

// What \s and the dot mean in ECMA-262, written in the grammar of package regexp.
const (
	whiteSpace   = `\t\n\v\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
	notLineBreak = `[^\n\r\x{2028}\x{2029}]`
)

// term translates the next element, which is not in a character class.
func (r *patternReader) term() bool {
	switch c := r.next(); c {
	case '^':
		r.out.WriteString(`\A`)
	case '$':
		r.out.WriteString(`\z`)
	case '.':
		r.out.WriteString(notLineBreak)
	case '|', ')', '*', '+', '?', '{', '}', ',':
		r.out.WriteRune(c)
	case '(':
		return r.group()
	case '[':
		return r.class()
	case '\\':
		return r.escape()
	default:
		r.literal(c)
	}
	return true
}

func (r *patternReader) next() rune {
	c, size := utf8.DecodeRuneInString(r.rest)
	r.rest = r.rest[size:]
	return c
}

// skip removes a prefix from the remaining pattern, and reports whether it was there.
func (r *patternReader) skip(prefix string) (ok bool) {
	r.rest, ok = strings.CutPrefix(r.rest, prefix)
	return ok
}

// literal writes a character that stands for itself.
func (r *patternReader) literal(c rune) {
	if isLetterOrDigit(c) {
		r.out.WriteRune(c)
	} else {
		fmt.Fprintf(&r.out, `\x{%X}`, c)
	}
}

// group translates the start of a group. It drops the name of a group. The name is not needed,
// because patterns with references to groups are rejected. It rejects assertions and flags.
func (r *patternReader) group() bool {
	switch {
	case r.skip("?:"):
		r.out.WriteString("(?:")
	case strings.HasPrefix(r.rest, "?<=") || strings.HasPrefix(r.rest, "?<!"):
		return false
	case r.skip("?<"):
		_, rest, ok := strings.Cut(r.rest, ">")
		r.rest = rest
		r.out.WriteString("(?:")
		return ok
	case strings.HasPrefix(r.rest, "?"):
		return false
	default:
		r.out.WriteString("(?:")
	}
	return true
}

// escape translates an escape that is not in a character class.
func (r *patternReader) escape() bool {
	switch {
	case r.skip("s"):
		r.out.WriteString("[" + whiteSpace + "]")
	case r.skip("S"):
		r.out.WriteString("[^" + whiteSpace + "]")
	case r.skip("b"):
		r.out.WriteString(`\b`)
	case r.skip("B"):
		r.out.WriteString(`\B`)
	default:
		return r.escapeAnywhere()
	}
	return true
}

// escapeAnywhere translates an escape that has the same meaning inside and outside a character
// class. It rejects escaped letters that have no meaning in Unicode mode, and all escaped digits
// except \0.
func (r *patternReader) escapeAnywhere() bool {
	switch c := r.next(); c {
	case 'd', 'D', 'w', 'W', 't', 'n', 'v', 'f', 'r':
		r.out.WriteString(`\` + string(c))
	case '0':
		if r.rest != "" && '0' <= r.rest[0] && r.rest[0] <= '9' {
			return false
		}
		r.literal(0)
	case 'c':
		letter := r.next()
		r.literal(letter % 32)
		return isLetterOrDigit(letter) && letter > '9'
	case 'x':
		return r.code(2)
	case 'p', 'P':
		return r.category(c)
	case 'u':
		if r.unicode && r.skip("{") {
			return r.code(strings.IndexByte(r.rest, '}')) && r.skip("}")
		}
		return r.code(4)
	default:
		if c <= ' ' || c >= utf8.RuneSelf || isLetterOrDigit(c) {
			return false
		}
		r.literal(c)
	}
	return true
}

// category translates \p and \P with a property, such as \p{L}. The short names of Unicode's
// general categories are the same in both grammars. Other properties are rejected.
func (r *patternReader) category(escape rune) bool {
	name, rest, ok := strings.Cut(strings.TrimPrefix(r.rest, "{"), "}")
	if !ok || !r.unicode || len(name) > 2 || unicode.Categories[name] == nil {
		return false
	}
	r.rest = rest
	fmt.Fprintf(&r.out, `\%c{%s}`, escape, name)
	return true
}

// code translates a character that is written as the given number of hexadecimal digits. It rejects
// surrogates.
func (r *patternReader) code(digits int) bool {
	if digits < 0 || len(r.rest) < digits {
		return false
	}
	n, err := strconv.ParseUint(r.rest[:digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return false
	}
	r.rest = r.rest[digits:]
	r.literal(rune(n))
	return true
}

// class translates a character class whose opening bracket has already been read.
func (r *patternReader) class() bool {
	negated := r.skip("^")
	if strings.HasPrefix(r.rest, "]") {
		return false // [] matches nothing and [^] matches anything
	}
	r.out.WriteString("[")
	if negated {
		r.out.WriteString("^")
	}
	for r.rest != "" {
		switch c := r.next(); c {
		case ']':
			r.out.WriteString("]")
			return true
		case '-':
			r.out.WriteString("-")
		case '\\':
			if !r.classEscape() {
				return false
			}
		default:
			r.literal(c)
		}
	}
	return false
}

// classEscape translates an escape in a character class. If an escape stands for many characters
// and a hyphen follows, it is rejected, because annex B has special rules for that case.
func (r *patternReader) classEscape() bool {
	many := r.rest != "" && strings.ContainsRune("dDwWspP", rune(r.rest[0]))
	switch {
	case r.skip("s"):
		r.out.WriteString(whiteSpace)
	case r.skip("b"):
		r.literal('\b')
	case r.skip("S"), r.skip("B"):
		return false
	default:
		if !r.escapeAnywhere() {
			return false
		}
	}
	return !many || !strings.HasPrefix(r.rest, "-") || strings.HasPrefix(r.rest, "-]")
}
