package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Even in ECMAScript mode, regexp2 accepts some syntax that ECMA-262 does not allow. This includes
// groups such as (?i), (?#comment) and (?>...). In Unicode mode, it also includes escaped letters,
// unescaped brackets and unescaped braces that stand for themselves.

// notECMAScript searches a pattern for elements that ECMA-262 does not have, and describes the
// first one. It returns "" if there is no such element.
func notECMAScript(pattern string, unicodeMode bool) string {
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			if unicodeMode && !isUnicodeEscape(pattern[i], inClass) {
				r, _ := utf8.DecodeRuneInString(pattern[i:])
				return fmt.Sprintf(`unrecognized escape sequence \%c`, r)
			}
			if unicodeMode && strings.IndexByte("pPu", pattern[i]) >= 0 && strings.HasPrefix(pattern[i+1:], "{") {
				i += max(strings.IndexByte(pattern[i:], '}'), 0)
			}
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case unicodeMode && c == '{' && quantifier(pattern[i:]) > 0:
			i += quantifier(pattern[i:]) - 1
		case unicodeMode && (c == '{' || c == '}' || c == ']'):
			return fmt.Sprintf("unescaped %c", c)
		case c == '(' && strings.HasPrefix(pattern[i+1:], "?") && !isGroup(pattern[i+2:]):
			return "unrecognized grouping construct (?" + cut(pattern[i+2:min(i+3, len(pattern))])
		}
	}
	return ""
}

// isUnicodeEscape reports whether a backslash may precede c in Unicode mode.
func isUnicodeEscape(c byte, inClass bool) bool {
	if inClass && c == '-' {
		return true
	}
	if inClass && (c == 'B' || c == 'k') {
		return false
	}
	return strings.IndexByte(`^$\.*+?()[]{}|/dDsSwWbBfnrtvcxu0123456789pPk`, c) >= 0
}

// quantifier returns the length of the quantifier in braces at the start of text, such as {1,2}. It
// returns 0 if text does not begin with a quantifier.
func quantifier(text string) int {
	const digits = "0123456789"
	rest := strings.TrimLeft(text[1:], digits)
	if len(rest)+1 == len(text) {
		return 0
	}
	if more, ok := strings.CutPrefix(rest, ","); ok {
		rest = strings.TrimLeft(more, digits)
	}
	if !strings.HasPrefix(rest, "}") {
		return 0
	}
	return len(text) - len(rest) + 1
}

// isGroup reports whether "(?" followed by text begins a group of ECMA-262. The groups of ECMA-262
// include modifiers such as (?i: and (?-s:.
func isGroup(text string) bool {
	for _, prefix := range []string{":", "=", "!", "<"} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	flags := len(text) - len(strings.TrimLeft(text, "ims-"))
	return flags > 0 && strings.HasPrefix(text[flags:], ":")
}
