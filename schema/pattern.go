package schema

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"

	"github.com/assayjson/assay/schema/internal/model"
)

// Patterns are ECMA-262 regular expressions in Unicode mode, as JSON Schema recommends (core,
// section 6.4). Package regexp2 implements that grammar, but it backtracks, so a match may take
// time exponential in the length of the text. Package regexp does not backtrack. It is used for all
// patterns that can be translated to its grammar (see [linearPattern]).

// DefaultPatternTimeout limits how long a match of one pattern may take if
// [Compiler.PatternTimeout] is not set.
const DefaultPatternTimeout = time.Second

// maxBacktracking is the largest number of integers on the stack that package regexp2 uses for
// backtracking.
const maxBacktracking = 1 << 20

// A matcher panics with an undecidedPattern if a match takes too long, because the engine does not
// allow a matcher to return an error. [rescue] recovers from the panic.
type undecidedPattern struct{ pattern, text string }

func (u *undecidedPattern) Error() string {
	return "matching the pattern " + quote(u.pattern) + " takes too long"
}

// leaf returns the leaf for a match that takes too long. The place of the leaf is the first value
// or name in the document that is equal to the text of the match.
func (u *undecidedPattern) leaf(value any) leaf {
	path, isName := find(value, nil, u.text)
	message := "cannot be checked, because " + u.Error() + "; nothing else was checked"
	l := leafAt(path, "", message)
	l.AtName, l.OfName = isName, isName
	return l
}

// find returns the path of the first string value or member name that is equal to text. The result
// isName reports whether it is a name.
func find(value any, path []string, text string) (found []string, isName bool) {
	switch v := value.(type) {
	case string:
		if v == text {
			return slices.Clone(path), false
		}
	case []any:
		for i, item := range v {
			if found, isName = find(item, append(path, strconv.Itoa(i)), text); found != nil {
				return found, isName
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name == text {
				return append(slices.Clone(path), name), true
			}
			if found, isName = find(v[name], append(path, name), text); found != nil {
				return found, isName
			}
		}
	}
	return nil, false
}

// compilePattern compiles the pattern of a keyword. A pattern that is invalid in Unicode mode is
// read without that mode (ECMA-262, annex B). Schemas for drafts before 2019-09 were written for
// the grammar without Unicode mode, and contain escapes such as \- and \_.
func (c *Compiler) compilePattern(pattern string) (model.Regexp, error) {
	full, err := parsePattern(pattern, regexp2.Unicode)
	inUnicodeMode := err == nil
	if !inUnicodeMode {
		var again error
		if full, again = parsePattern(pattern, 0); again != nil {
			return nil, err
		}
	}
	if expression, ok := linearPattern(pattern, inUnicodeMode); ok {
		if linear, err := regexp.Compile(expression); err == nil {
			return &linearMatcher{linear, newAutomaton(expression), pattern}, nil
		}
	}
	full.MatchTimeout = c.patternTimeout()
	return &backtrackingMatcher{full, pattern}, nil
}

func (c *Compiler) patternTimeout() time.Duration {
	if c.PatternTimeout <= 0 {
		return DefaultPatternTimeout
	}
	return c.PatternTimeout
}

// parsePattern compiles a pattern according to the grammar of ECMA-262.
func parsePattern(pattern string, mode regexp2.RegexOptions) (*regexp2.Regexp, error) {
	if reason := notECMAScript(pattern, mode == regexp2.Unicode); reason != "" {
		return nil, errors.New(reason)
	}
	re, err := regexp2.Compile(pattern, regexp2.ECMAScript|mode, regexp2.OptionMaxBacktrackingStackSize(maxBacktracking))
	if err != nil {
		return nil, errors.New(patternReason(err, pattern))
	}
	return re, nil
}

// patternReason returns the reason why a pattern is invalid, without the pattern itself.
func patternReason(err error, pattern string) string {
	reason := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	return strings.TrimSuffix(reason, fmt.Sprintf(" in `%s`", pattern))
}

// whyNoRegex implements the format "regex": a string must be a pattern that is valid in Unicode
// mode.
func whyNoRegex(s string) error {
	_, err := parsePattern(s, regexp2.Unicode)
	return err
}

// whyNoPattern returns an error for a string that cannot be the pattern of a keyword.
func whyNoPattern(s string) error {
	err := whyNoRegex(s)
	if err != nil {
		if _, again := parsePattern(s, 0); again == nil {
			return nil
		}
	}
	return err
}

// A linearMatcher matches a pattern with an automaton, or with package regexp.
type linearMatcher struct {
	*regexp.Regexp
	automaton func() *automaton // returns nil if there is no automaton
	pattern   string
}

// String returns the pattern as it is written in the schema. The engine uses it in errors.
func (m *linearMatcher) String() string { return m.pattern }

func (m *linearMatcher) MatchString(s string) bool {
	if a := m.automaton(); a != nil {
		if matches, decided := a.match(s); decided {
			return matches
		}
	}
	return m.Regexp.MatchString(readable(s))
}

// A backtrackingMatcher matches a pattern with package regexp2.
type backtrackingMatcher struct {
	re      *regexp2.Regexp
	pattern string
}

func (m *backtrackingMatcher) String() string { return m.pattern }

// MatchString reports whether s matches the pattern. It panics with an [undecidedPattern] if
// matching takes too long.
func (m *backtrackingMatcher) MatchString(s string) bool {
	matched, finished := m.Match(s)
	if !finished {
		panic(&undecidedPattern{m.pattern, s})
	}
	return matched
}

// Match reports whether s matches the pattern. The result finished is false if matching takes too
// long.
func (m *backtrackingMatcher) Match(s string) (matched, finished bool) {
	matched, err := m.re.MatchString(readable(s))
	return matched, err == nil
}

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
