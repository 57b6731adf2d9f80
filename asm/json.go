package asm

// ValidJSON reports whether b is one JSON document (RFC 8259) in UTF-8, with white space
// around it, that nests at most maxDepth levels deep. It is known only where there is a
// kernel for it and b is long enough to be worth it; else a scanner must tell. Nothing is
// said of what is wrong.
//
// Memory for the check, some 30 KB, is kept for the next one.
func ValidJSON(b []byte, maxDepth int) (valid, known bool) {
	if len(b) < smallJSON || maxDepth < 1 || maxDepth > MaxNesting {
		return false, false
	}
	return validJSON(b, maxDepth)
}

// smallJSON is the length up to which a scanner in Go is about as fast.
const smallJSON = 160
