package schema

import "strings"

// quickFormats recognize the usual texts of some formats without allocating memory. They may reject
// texts that are of the format.
var quickFormats = map[string]func(string) bool{
	"uri":           isUsualURI,
	"uri-reference": isUsualReference,
	"iri":           isUsualURI,
	"iri-reference": isUsualReference,
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
