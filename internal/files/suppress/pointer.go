package suppress

import "strings"

// Matches reports whether a pattern matches a JSON Pointer (RFC 6901) or the pointer of a value that
// contains the value. A pattern is a pointer whose reference token * stands for any name or index.
func Matches(pattern, pointer string) bool {
	for pattern != "" {
		if pointer == "" {
			return false
		}
		var want, have string
		want, pattern = cut(pattern)
		if have, pointer = cut(pointer); want != "*" && want != have {
			return false
		}
	}
	return true
}

// cut returns the first reference token of a pointer that is not empty, and the rest of the pointer.
func cut(pointer string) (token, rest string) {
	if i := strings.IndexByte(pointer[1:], '/'); i >= 0 {
		return pointer[1 : 1+i], pointer[1+i:]
	}
	return pointer[1:], ""
}

// IsPattern reports whether s is valid as a pattern: empty, or reference tokens that begin with a slash,
// in which ~ is always followed by 0 or 1.
func IsPattern(s string) bool {
	if s != "" && s[0] != '/' {
		return false
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}
