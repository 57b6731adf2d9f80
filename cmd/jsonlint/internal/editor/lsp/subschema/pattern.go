//go:build !small

package subschema

import "regexp"

// longestPattern is the length of the longest pattern in bytes that is compiled.
const longestPattern = 500

// matches reports whether a pattern matches a name. Patterns that Go does not know match nothing.
func matches(pattern, name string) bool {
	if len(pattern) > longestPattern {
		return false
	}
	r, err := regexp.Compile(pattern)
	return err == nil && r.MatchString(name)
}
