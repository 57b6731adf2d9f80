package asm

// ValidUTF8 reports whether b is well-formed UTF-8 (Unicode, table 3-7; RFC 3629,
// section 4). The empty slice is.
func ValidUTF8(b []byte) bool { return validUTF8Generic(b) }
