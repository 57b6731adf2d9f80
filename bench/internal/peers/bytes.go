package peers

import "unsafe"

// bytesOf returns the bytes of s without copying them. The peers only read them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// body returns s without its quotation marks.
func body(s string) string { return s[1 : len(s)-1] }

// textOf returns b as a string without copying it.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
