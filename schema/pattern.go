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

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Patterns are regular expressions of ECMA-262 in Unicode mode, as JSON Schema asks for (core,
// section 6.4). regexp2 knows that grammar. It backtracks, so that a match may take time
// exponential in the text; package regexp, which does not, matches all patterns that it can
// be given: see [linearPattern].

// DefaultPatternTimeout is how long a match of one pattern may take, unless
// [Compiler.PatternTimeout] says otherwise.
const DefaultPatternTimeout = time.Second

// maxBacktracking is how far a match may backtrack, in entries of a stack of integers.
const maxBacktracking = 1 << 20

// An undecidedPattern is what a match panics with that takes too long: the engine has no way to
// pass on an error. [rescue] recovers it.
type undecidedPattern struct{ pattern, text string }

func (u *undecidedPattern) Error() string {
	return "matching the pattern " + quote(u.pattern) + " takes too long"
}

// leaf returns the finding that a match takes too long, at the first value or name in the document
// that is the text.
func (u *undecidedPattern) leaf(value any) leaf {
	path, isName := find(value, nil, u.text)
	message := "cannot be checked, because " + u.Error() + "; nothing else has been checked"
	return leaf{path: path, atName: isName, ofName: isName, kind: fixed(message)}
}

// find returns the path to the first string in value that is the text, or to the first member
// with that name.
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

// compilePattern compiles the pattern of a keyword. Patterns that Unicode mode rejects are read
// without it (ECMA-262, annex B), since schemas of the drafts before 2019-09 were written for that,
// and have escapes such as \- and \_.
func (c *Compiler) compilePattern(pattern string) (jsonschema.Regexp, error) {
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
			return linearMatcher{linear, pattern}, nil
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

// parsePattern compiles a pattern by the rules of ECMA-262.
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

// patternReason returns what is wrong with a pattern, without the pattern.
func patternReason(err error, pattern string) string {
	reason := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	return strings.TrimSuffix(reason, fmt.Sprintf(" in `%s`", pattern))
}

// validateRegex is the format "regex": a pattern in Unicode mode.
func validateRegex(v any) error {
	if s, ok := v.(string); ok {
		_, err := parsePattern(s, regexp2.Unicode)
		return err
	}
	return nil
}

// A linearMatcher is a pattern that package regexp matches.
type linearMatcher struct {
	*regexp.Regexp
	pattern string
}

// String returns the pattern as the schema has it, for messages.
func (m linearMatcher) String() string { return m.pattern }

func (m linearMatcher) MatchString(s string) bool { return m.Regexp.MatchString(readable(s)) }

// A backtrackingMatcher is any other one.
type backtrackingMatcher struct {
	re      *regexp2.Regexp
	pattern string
}

func (m *backtrackingMatcher) String() string { return m.pattern }

// MatchString panics with an [undecidedPattern] if the match takes too long.
func (m *backtrackingMatcher) MatchString(s string) bool {
	matched, err := m.re.MatchString(readable(s))
	if err != nil {
		panic(&undecidedPattern{m.pattern, s})
	}
	return matched
}
