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

// isUsualDate accepts all dates (RFC 3339, section 5.6).
func isUsualDate(s string) bool {
	if !fits(s, "9999-99-99") {
		return false
	}
	month, last := s[5:7], "31"
	switch month {
	case "02":
		last = "28"
		if isLeapYear(s[:4]) {
			last = "29"
		}
	case "04", "06", "09", "11":
		last = "30"
	}
	return "01" <= month && month <= "12" && "01" <= s[8:] && s[8:] <= last
}

// isLeapYear reports whether a year, which has four digits, has 366 days (RFC 3339, appendix C).
func isLeapYear(s string) bool {
	century, year := 10*int(s[0]-'0')+int(s[1]-'0'), 10*int(s[2]-'0')+int(s[3]-'0')
	return year%4 == 0 && (year != 0 || century%4 == 0)
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

// isUsualPointer accepts all JSON Pointers (RFC 6901, section 3).
func isUsualPointer(s string) bool {
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return s == "" || s[0] == '/'
}

// isUsualURI accepts URIs without a user or an IP literal.
func isUsualURI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || !isLetterOrDigit(rune(scheme[0])) || scheme[0] <= '9' || !consistsOf(scheme, "+-.") {
		return false
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	if !consistsOf(query, uriSigns+"?") || !consistsOf(fragment, uriSigns+"?") {
		return false
	}
	rest, hasHost := strings.CutPrefix(rest, "//")
	if !hasHost {
		return consistsOf(rest, uriSigns)
	}
	authority, path, _ := strings.Cut(rest, "/")
	host, port, _ := strings.Cut(authority, ":")
	return consistsOf(path, uriSigns) && consistsOf(host, "-.") && strings.Trim(port, "0123456789") == ""
}

// isUsualReference accepts usual URIs and relative references without a host or a colon.
func isUsualReference(s string) bool {
	rest, fragment, _ := strings.Cut(s, "#")
	path, query, _ := strings.Cut(rest, "?")
	return consistsOf(path, "-._~/%") && !strings.HasPrefix(path, "//") && consistsOf(query, uriSigns) && consistsOf(fragment, uriSigns) || isUsualURI(s)
}

// uriSigns are the characters that a path may contain besides letters and digits (RFC 3986,
// appendix A).
const uriSigns = "-._~!$&'()*+,;=:@/%"

// consistsOf reports whether s has only ASCII letters, digits, and the given other characters. The
// character % must be followed by two hexadecimal digits.
func consistsOf(s, others string) bool {
	for i := range len(s) {
		if !isLetterOrDigit(rune(s[i])) && (strings.IndexByte(others, s[i]) < 0 || s[i] == '%' && !fits(s[i:min(i+3, len(s))], "%xx")) {
			return false
		}
	}
	return true
}
