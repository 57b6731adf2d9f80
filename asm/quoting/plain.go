package quoting

// PlainLen returns the length in bytes of the longest prefix of b that consists of plain
// characters: ASCII without quotation marks, backslashes and control characters (RFC 8259, section
// 7). A JSON string may contain plain characters unescaped.
func PlainLen(b []byte) int { return plainLenGeneric(b) }
