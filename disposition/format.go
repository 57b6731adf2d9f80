package disposition

import (
	"strings"
	"unicode/utf8"
)

// Format returns the value of a header field with a type, such as "attachment", and a file name, which may be any
// UTF-8. If name is "", the field has no name. Otherwise, [Parse] reads the same name from it.
//
// If clients could misread the name in quotation marks, because it has characters outside ASCII, control characters,
// quotation marks, slashes, backslashes or percent signs (RFC 6266, section 4.3 and appendix D), it is written as filename*, and filename has
// underscores instead of these characters, for clients that do not know filename*. The error is an [*Error] of
// the kind MissingType or BadEncoding, whose offset is in the argument.
func Format(kind, name string) (string, error) {
	for i := range len(kind) {
		if !isToken(kind[i]) {
			return "", &Error{i, 1, MissingType}
		}
	}
	if kind == "" {
		return "", &Error{0, 0, MissingType}
	}
	if i := invalid(name); i >= 0 {
		return "", &Error{i, 1, BadEncoding}
	}
	if name == "" {
		return lower(kind), nil
	}
	fallback := strings.Map(plain, name)
	b := append([]byte(lower(kind)), `; filename="`...)
	b = append(append(b, fallback...), '"')
	if fallback != name {
		b = appendExtended(append(b, `; filename*=UTF-8''`...), name)
	}
	return string(b), nil
}

// invalid returns the offset of the first byte that is not part of UTF-8, or -1.
func invalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}

// plain returns a character that can be misread as an underscore, and others unchanged.
func plain(r rune) rune {
	if r < ' ' || r > '~' || strings.ContainsRune(`"\/%`, r) {
		return '_'
	}
	return r
}

// appendExtended appends a value as RFC 8187 encodes it.
func appendExtended(dst []byte, s string) []byte {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		if c := s[i]; isAttr(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return dst
}
