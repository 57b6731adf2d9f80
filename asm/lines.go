package asm

// CountLines returns how many lines end in b: with LF, CR or CR LF. A CR at the end of b
// ends one.
func CountLines(b []byte) int {
	n := 0
	for len(b) > window {
		part := b[:window]
		if part[window-1] == '\r' {
			part = part[:window-1] // LF may follow
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
	for len(b) > window {
		n += countPairs(b[:window])
		b = b[window:]
	}
	return n + countPairs(b)
}
