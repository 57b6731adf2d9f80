package search

import "github.com/assayjson/assay/asm"

// CountLines returns the number of lines that end in b, with LF, CR or CR LF. A CR at the end of b
// ends a line.
func CountLines(b []byte) int {
	n := 0
	for len(b) > asm.Window {
		part := b[:asm.Window]
		if part[asm.Window-1] == '\r' {
			part = part[:asm.Window-1] // an LF may follow
		}
		n += countLines(part)
		b = b[len(part):]
	}
	return n + countLines(b)
}

// CountPairs returns the number of bytes of b that are at least 0xF0. In well-formed UTF-8, this is
// the number of characters that UTF-16 encodes as surrogate pairs.
func CountPairs(b []byte) int {
	n := 0
	for len(b) > asm.Window {
		n += countPairs(b[:asm.Window])
		b = b[asm.Window:]
	}
	return n + countPairs(b)
}
