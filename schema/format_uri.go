package schema

import (
	"net/netip"
	"regexp"
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// URIs follow the grammar of RFC 3986, appendix A. IRIs follow the grammar of RFC 3987, section
// 2.2, which allows more characters without an escape. The regular expressions do not check the
// IPv6 address in an IP literal; isIPv6 does.

func isURI(s string) bool          { return matchesURI(uri.Get(), s, true) }
func isURIReference(s string) bool { return matchesURI(uri.Get(), s, false) }
func isIRI(s string) bool          { return matchesURI(iri.Get(), s, true) }
func isIRIReference(s string) bool { return matchesURI(iri.Get(), s, false) }

// ucschar are the characters outside ASCII that are allowed anywhere in an IRI, and iprivate are
// those that are allowed only in its query (RFC 3987, section 2.2).
const (
	ucschar = `\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}` +
		`\x{10000}-\x{1FFFD}\x{20000}-\x{2FFFD}\x{30000}-\x{3FFFD}\x{40000}-\x{4FFFD}` +
		`\x{50000}-\x{5FFFD}\x{60000}-\x{6FFFD}\x{70000}-\x{7FFFD}\x{80000}-\x{8FFFD}` +
		`\x{90000}-\x{9FFFD}\x{A0000}-\x{AFFFD}\x{B0000}-\x{BFFFD}\x{C0000}-\x{CFFFD}` +
		`\x{D0000}-\x{DFFFD}\x{E1000}-\x{EFFFD}`
	iprivate = `\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}`
)

var (
	uri = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return uriExpression("", "") }}
	iri = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return uriExpression(ucschar, iprivate) }}
)

// uriExpression returns a regular expression for URI references, extended by two sets of
// characters. The characters in the first set are also allowed in user names, host names, paths,
// queries and fragments. The characters in the second set are allowed only in queries. The groups
// of the expression are the scheme, the IPv6 address in a URI with a scheme, and the IPv6 address
// in a reference without a scheme.
func uriExpression(more, moreInQuery string) *regexp.Regexp {
	const (
		escape = `%[0-9A-Fa-f]{2}`
		delims = `!$&'()*+,;=`
	)
	var (
		unreserved = `A-Za-z0-9._~\-` + more
		pchar      = `(?:[` + unreserved + delims + `:@]|` + escape + `)`
		noColon    = `(?:[` + unreserved + delims + `@]|` + escape + `)`
		name       = `(?:[` + unreserved + delims + `]|` + escape + `)*`
		user       = `(?:(?:[` + unreserved + delims + `:]|` + escape + `)*@)?`
		future     = `[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~\-` + delims + `:]+`
		host       = `(?:\[(?:([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)|` + future + `)\]|` + name + `)`
		authority  = `//` + user + host + `(?::[0-9]*)?(?:/` + pchar + `*)*`
		absolute   = `/(?:` + pchar + `+(?:/` + pchar + `*)*)?`
		rootless   = pchar + `+(?:/` + pchar + `*)*`
		noScheme   = noColon + `+(?:/` + pchar + `*)*`
		query      = `(?:\?(?:[` + unreserved + delims + `:@/?` + moreInQuery + `]|` + escape + `)*)?`
		fragment   = `(?:#(?:[` + unreserved + delims + `:@/?]|` + escape + `)*)?`
		scheme     = `([A-Za-z][A-Za-z0-9+.\-]*):`
	)
	hierarchy := `(?:` + scheme + `(?:` + authority + `|` + absolute + `|` + rootless + `)?|` +
		`(?:` + authority + `|` + absolute + `|` + noScheme + `)?)`
	return regexp.MustCompile(`\A` + hierarchy + query + fragment + `\z`)
}

func matchesURI(grammar *regexp.Regexp, s string, absolute bool) bool {
	groups := grammar.FindStringSubmatch(s)
	if groups == nil || absolute && groups[1] == "" {
		return false
	}
	address := groups[2] + groups[3] // the address in a URI with a scheme, or in one without
	return address == "" || isIPv6(address)
}

// isIPv6 reports whether s is an IPv6 address without a zone.
func isIPv6(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && !strings.Contains(s, "%")
}
