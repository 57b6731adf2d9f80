package search

import "github.com/assayjson/assay/asm"

// CountLines returns how many lines end in b: with LF, CR or CR LF. A CR at the end of b
// ends one.
func CountLines(b []byte) int {
	n := 0
	for len(b) > asm.Window {
		part := b[:asm.Window]
		if part[asm.Window-1] == '\r' {
			part = part[:asm.Window-1] // LF may follow
		}
		n += countLines(part)
		b = b[len(part):]
	}
	return n + countLines(b)
}

// CountPairs returns how many bytes of b are F0 or more: in well-formed UTF-8, as many as
// there are characters that UTF-16 has as surrogate pairs.
func CountPairs(b []byte) int {
	n := 0
	for len(b) > asm.Window {
		n += countPairs(b[:asm.Window])
		b = b[asm.Window:]
	}
	return n + countPairs(b)
}
