package peers

import "unsafe"

// bytesOf returns the bytes of s without copying them. The peers only read them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// body returns what stands between the quotes of s.
func body(s string) string { return s[1 : len(s)-1] }

// textOf returns the text of b without copying it.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
