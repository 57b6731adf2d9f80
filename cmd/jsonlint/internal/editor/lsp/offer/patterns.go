package offer

import "strings"

// These functions recognize patterns for which package regexp would be used, if it did not make the page larger by about 70 KB.

const (
	decimal = "0123456789"
	space   = " \t\r\n" // the white space of JSON
)

// digits returns the number of digits at the start of s.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, decimal)) }

// looksLogged reports whether s begins with a date or a time, as lines of logs do.
func looksLogged(s string) bool {
	s = strings.TrimPrefix(s, "[")
	n := digits(s)
	return n > 0 && n < len(s) && strings.IndexByte("-:/", s[n]) >= 0 && digits(s[n+1:]) > 0
}

// withoutEscapes removes control sequences of ECMA-48, such as those that set the colour.
func withoutEscapes(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		s = strings.TrimLeft(after, decimal+";")
		if s != "" && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' {
			s = s[1:]
		} else {
			b.WriteString("\x1b[")
			s = after
		}
	}
}

// cutNumber returns the number of a line and what follows it, for lines with numbers as editors, cat -n and grep -n write them.
// If the line has no number, the result is "".
func cutNumber(line string) (number, rest string) {
	line = strings.TrimLeft(line, " ")
	n := digits(line)
	number, rest = line[:n], line[n:]
	switch {
	case rest == "" || n == 0:
	case rest[0] == '\t' || rest[0] == ' ':
		rest = rest[1:]
	case strings.IndexByte(":|.)", rest[0]) >= 0:
		rest = strings.TrimPrefix(rest[1:], " ")
	}
	return number, rest
}
