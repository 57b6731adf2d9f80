package review

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// mostSteps is how many steps the analysis of all patterns of a text may take.
const mostSteps = 1 << 23

// patterns finds patterns that take exponential time in programs that match them by backtracking.
func (r *reviewer) patterns(n *node) {
	if v := n.get("pattern"); v.Kind() == tokenizer.String {
		r.pattern(v)
	}
	for name := range n.get("patternProperties").Members() {
		r.pattern(name)
	}
}

func (r *reviewer) pattern(v document.Value) {
	for _, part := range partsOf(v.String()) {
		m := newMachine(part, &r.steps)
		if m == nil {
			continue
		}
		if text := m.ambiguous(); text != "" {
			r.add(SlowPattern, v, "pattern", fmt.Sprintf("a repetition in the pattern can read %s in several ways, so matching may take exponential time", excerptOf(text)))
			return
		}
	}
}

// partsOf returns the parts of a pattern that can be analyzed on their own, in the grammar of package
// regexp: the pattern without the assertions at its top level, and the contents of these assertions. A pattern with other assertions or
// with back references has no parts.
func partsOf(pattern string) (all []string) {
	var outer, inner strings.Builder
	depth, isAsserted, inClass := 0, false, false
	for i := 0; i < len(pattern); i++ {
		b := &outer
		if isAsserted {
			b = &inner
		}
		rest := pattern[i:]
		switch c := pattern[i]; {
		case c == '\\' && len(rest) > 1:
			if '1' <= rest[1] && rest[1] <= '9' || rest[1] == 'k' {
				return nil
			}
			if rest[1] == 'u' && len(rest) >= 6 && rest[2] != '{' {
				b.WriteString(`\x{` + rest[2:6] + "}")
				i += 5
				continue
			}
			b.WriteString(rest[:2])
			i++
		case inClass:
			inClass = c != ']'
			b.WriteByte(c)
		case c == '[':
			inClass = true
			b.WriteByte(c)
		case isAssertion(rest):
			if depth > 0 {
				return nil
			}
			isAsserted = true
			depth++
			i += strings.IndexAny(rest, "=!")
		case c == '(':
			depth++
			b.WriteByte(c)
		case c == ')':
			depth--
			if isAsserted && depth == 0 {
				all = append(all, inner.String())
				inner.Reset()
				isAsserted = false
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return append(all, outer.String())
}

// isAssertion reports whether a pattern begins with a lookahead or lookbehind.
func isAssertion(pattern string) bool {
	for _, open := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(pattern, open) {
			return true
		}
	}
	return false
}
