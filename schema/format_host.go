package schema

import (
	"net/netip"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// maxHostname is the largest length in bytes of a host name without the root, and maxLabel is the
// largest length of a label (RFC 1035, section 2.3.4).
const (
	maxHostname = 253
	maxLabel    = 63
)

// isHostname reports whether s is a host name (RFC 1123, section 2.1). Labels that begin with xn--
// must be A-labels (RFC 5890, section 2.3.2.1).
func isHostname(s string) bool {
	if len(s) > maxHostname {
		return false
	}
	encoded := false
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label, isLetterOrDigit) {
			return false
		}
		encoded = encoded || hasACEPrefix(label)
	}
	return !encoded || isIDN(s)
}

// isIDNHostname reports whether s is a host name or an internationalized host name (RFC 5890,
// section 2.3.2.3). The labels may be separated by any of the full stops listed in RFC 3490,
// section 3.1.
func isIDNHostname(s string) bool {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("\u3002\uFF0E\uFF61", r) {
			return '.'
		}
		return r
	}, s)
	return isHostname(s) || isIDN(s)
}

func isLabel(s string, letterOrDigit func(rune) bool) bool {
	if s == "" || len(s) > maxLabel || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '-' && !letterOrDigit(r) })
}

func isLetterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// registration implements the rules of RFC 5891, section 4, for normalization, hyphens, combining
// marks, joiners, the Bidi rule and lengths. The rules of RFC 5892 are implemented by [isULabel].
var registration = lazy.Value[*idna.Profile]{Make: func() *idna.Profile {
	return idna.New(idna.ValidateForRegistration(), idna.CheckHyphens(true), idna.CheckJoiners(true))
}}

// isIDN reports whether each label of s is an A-label, a U-label or a label of a host name.
func isIDN(s string) bool {
	s = lowerASCII(s)
	ascii, err := registration.Get().ToASCII(s)
	if err != nil || strings.HasSuffix(s, ".") {
		return false
	}
	text, err := registration.Get().ToUnicode(s)
	if err != nil {
		return false
	}
	was, is, decoded := strings.Split(s, "."), strings.Split(ascii, "."), strings.Split(text, ".")
	for i, label := range decoded {
		if hasACEPrefix(was[i]) { // the A-label must be the encoding of the U-label that it stands for
			if again, err := idna.Punycode.ToASCII(label); err != nil || again != was[i] {
				return false
			}
		}
		if !isLabel(is[i], isLetterOrDigit) || !isASCII(label) && !isULabel([]rune(label)) {
			return false
		}
	}
	return true
}

func hasACEPrefix(label string) bool {
	return len(label) >= 4 && strings.EqualFold(label[:4], "xn--")
}

// lowerASCII returns s with its ASCII letters in lower case. DNS ignores the case of these letters.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + ('a' - 'A')
		}
		return r
	}, s)
}

// isIPv4 reports whether s is an IPv4 address in dotted decimal (RFC 2673, section 3.2).
func isIPv4(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is4()
}
