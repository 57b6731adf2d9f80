package jsonsimd

import "sync"

// Valid reports whether b is one JSON document (RFC 8259) in UTF-8, with optional white space
// around it, nested at most maxDepth levels deep. It does not report what is wrong with b.
//
// known is false if a scanner should check b instead. This is the case on 32-bit machines, if b is short and
// the kernels in use cannot check short documents, if b is not short and maxDepth is less than 1, and if the
// nesting of b may exceed maxDepth.
//
// A check that needs memory takes about 50 KB of it from a pool. If b is nested more than
// [MaxNesting] levels deep, it needs a few more bytes for each level.
func Valid(b []byte, maxDepth int) (valid, known bool) {
	if IsShort(b, maxDepth) {
		if valid, known = shortJSON(b); known {
			return valid, true
		}
	}
	if !isFor(b, maxDepth) {
		return false, false
	}
	j := checks.Get().(*Checker)
	j.Reset(maxDepth, 0)
	valid, known = j.End(b)
	checks.Put(j)
	return valid, known
}

// isFor reports whether a Checker should check b.
func isFor(b []byte, maxDepth int) bool {
	return (len(b) >= leastLong || len(b) >= leastMany && hasShortKernel()) && 1 <= maxDepth && HasKernel()
}

// Valid is like the function [Valid], but uses the memory of j. With [Records], b may consist of any
// number of documents separated by newlines, as in NDJSON and JSON Lines, and lines may be empty. It
// calls Reset, and leaves j in the state in which End would leave it.
func (j *Checker) Valid(b []byte, maxDepth int, rules Rules) (valid, known bool) {
	j.Reset(maxDepth, rules)
	if !isFor(b, maxDepth) {
		return false, false
	}
	return j.End(b)
}

var checks = sync.Pool{New: func() any { return new(Checker) }}
