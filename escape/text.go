package escape

import "unsafe"

// textOf returns the bytes of src as a string, which is valid as long as src is not modified.
// Strings and slices both begin with an address and a length.
func textOf[Bytes ~[]byte | ~string](src *Bytes) string { return *(*string)(unsafe.Pointer(src)) }

// bytesOf returns the bytes of s, which must not be modified.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
