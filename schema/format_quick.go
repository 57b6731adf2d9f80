package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// quickFormats recognize the usual texts of some formats without allocating memory. They may reject
// texts that are of the format.
var quickFormats = map[string]func(string) bool{
	"uri":           isUsualURI,
	"uri-reference": isUsualReference,
	"iri":           isUsualURI,
	"iri-reference": isUsualReference,
	"date":          isUsualDate,
	"time":          isUsualTime,
	"date-time":     isUsualDateTime,
	"uuid":          isUsualUUID,
	"ipv6":          isIPv6,
	"json-pointer":  isUsualPointer,
}

// formatTest returns the function with which programs check a format.
func formatTest(f *jsonschema.Format) func(string) bool {
	is, ok := formats[f.Name]
	if !ok {
		is = func(s string) bool { return f.Validate(s) == nil }
	}
	if quick, ok := quickFormats[f.Name]; ok {
		return func(s string) bool { return quick(s) || is(s) }
	}
	return is
}

// fits reports whether s has the given layout: a 9 stands for a digit, an x for a hexadecimal digit,
// and any other character for itself.
func fits(s, layout string) bool {
	if len(s) != len(layout) {
		return false
	}
	for i := range layout {
		c := s[i]
		isDigit := '0' <= c && c <= '9'
		switch layout[i] {
		case '9':
			if !isDigit {
				return false
			}
		case 'x':
			if c |= 0x20; !isDigit && (c < 'a' || 'f' < c) {
				return false
			}
		default:
			if c != layout[i] {
				return false
			}
		}
	}
	return true
}

// isUsualDate accepts all days that every month has.
func isUsualDate(s string) bool {
	return fits(s, "9999-99-99") && "01" <= s[5:7] && s[5:7] <= "12" && "01" <= s[8:] && s[8:] <= "28"
}

// isUsualTime accepts times without a leap second.
func isUsualTime(s string) bool {
	if len(s) < len("00:00:00Z") || !fits(s[:8], "99:99:99") || s[:2] > "23" || s[3:5] > "59" || s[6:8] > "59" {
		return false
	}
	s = s[8:]
	if s[0] == '.' {
		fraction := len(s) - 1 - len(strings.TrimLeft(s[1:], "0123456789"))
		if fraction == 0 {
			return false
		}
		s = s[1+fraction:]
	}
	return s == "Z" || (fits(s, "+99:99") || fits(s, "-99:99")) && s[1:3] <= "23" && s[4:] <= "59"
}

func isUsualDateTime(s string) bool {
	return len(s) > 10 && s[10] == 'T' && isUsualDate(s[:10]) && isUsualTime(s[11:])
}

func isUsualUUID(s string) bool { return fits(s, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") }

// isUsualPointer accepts JSON Pointers without an escape.
func isUsualPointer(s string) bool {
	return s == "" || s[0] == '/' && strings.IndexByte(s, '~') < 0
}

// isUsualURI accepts URIs with a host, but without a user, an IP literal or an escape.
func isUsualURI(s string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || scheme == "" || !isLetterOrDigit(rune(scheme[0])) || scheme[0] <= '9' || !consistsOf(scheme, "+-.") {
		return false
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	host, port, _ := strings.Cut(authority, ":")
	return consistsOf(path, uriSigns) && consistsOf(query, uriSigns+"?") && consistsOf(fragment, uriSigns+"?") &&
		consistsOf(host, "-.") && strings.Trim(port, "0123456789") == ""
}

// isUsualReference accepts usual URIs and relative references without a host, a colon or an escape.
func isUsualReference(s string) bool {
	rest, fragment, _ := strings.Cut(s, "#")
	path, query, _ := strings.Cut(rest, "?")
	return consistsOf(path, "-._~/") && !strings.HasPrefix(path, "//") && consistsOf(query, uriSigns) && consistsOf(fragment, uriSigns) || isUsualURI(s)
}

// uriSigns are the characters that a path may contain besides letters and digits (RFC 3986,
// appendix A).
const uriSigns = "-._~!$&'()*+,;=:@/"

// consistsOf reports whether s has only ASCII letters, digits, and the given other characters.
func consistsOf(s, others string) bool {
	for i := range len(s) {
		if !isLetterOrDigit(rune(s[i])) && strings.IndexByte(others, s[i]) < 0 {
			return false
		}
	}
	return true
}
