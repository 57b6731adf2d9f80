package schema

import (
	"strings"
	"unicode/utf8"
)

// isEmail reports whether s is a mailbox of RFC 5321, section 4.1.2.
func isEmail(s string) bool {
	local, domain, ok := cutMailbox(s)
	return ok && isASCII(s) && isLocalPart(local) && (isHostname(domain) || isAddressLiteral(domain))
}

// isIDNEmail reports whether s is a mailbox of RFC 6531, section 3.3, which may contain characters
// outside ASCII. It does not check whether an internationalized domain can exist.
func isIDNEmail(s string) bool {
	local, domain, ok := cutMailbox(s)
	return ok && utf8.ValidString(s) && isLocalPart(local) && (isMailDomain(domain) || isAddressLiteral(domain))
}

// cutMailbox cuts s around its last @. The result ok is false if s has no @ or exceeds the limits
// of RFC 5321, section 4.5.3.1.
func cutMailbox(s string) (local, domain string, ok bool) {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 {
		return "", "", false
	}
	return s[:at], s[at+1:], true
}

func isLocalPart(s string) bool {
	if s[0] == '"' {
		return isQuotedString(s)
	}
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || strings.ContainsFunc(atom, func(r rune) bool { return !isAtomCharacter(r) }) {
			return false
		}
	}
	return true
}

func isAtomCharacter(r rune) bool {
	return isLetterOrDigit(r) || r >= utf8.RuneSelf || strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r)
}

// isQuotedString reports whether s is a quoted string of printable characters and spaces. A
// backslash escapes the next character. The first character of s must be a quotation mark.
func isQuotedString(s string) bool {
	body, ok := strings.CutSuffix(s[1:], `"`)
	escaped := false
	for _, r := range body {
		if r < ' ' || r == 0x7F || r == '"' && !escaped {
			return false
		}
		escaped = r == '\\' && !escaped
	}
	return ok && !escaped
}

// isMailDomain reports whether s is a domain whose labels may contain characters outside ASCII.
func isMailDomain(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label, func(r rune) bool { return isLetterOrDigit(r) || r >= utf8.RuneSelf }) {
			return false
		}
	}
	return true
}

// isAddressLiteral reports whether s is an IP address in brackets (RFC 5321, section 4.1.3).
func isAddressLiteral(s string) bool {
	address, opened := strings.CutPrefix(s, "[")
	address, closed := strings.CutSuffix(address, "]")
	if !opened || !closed {
		return false
	}
	if v6, ok := strings.CutPrefix(address, "IPv6:"); ok {
		return isIPv6(v6)
	}
	return isIPv4(address)
}
