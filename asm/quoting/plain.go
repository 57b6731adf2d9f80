package quoting

// PlainLen returns the length of the longest prefix of b that may stand between
// the quotes of a JSON string as it is and needs no further look: no quotation
// mark, no backslash, no control character (RFC 8259, section 7) and nothing
// outside ASCII.
func PlainLen(b []byte) int { return plainLenGeneric(b) }
