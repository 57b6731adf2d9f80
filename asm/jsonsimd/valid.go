package jsonsimd

import "sync"

// Valid reports whether b is one JSON document (RFC 8259) in UTF-8, with optional white space
// around it, nested at most maxDepth levels deep. It does not report what is wrong with b.
//
// known is false if a scanner should check b instead: if b is short, if maxDepth is less than 1 or
// more than [MaxNesting], if b reaches that depth, and on 32-bit machines.
//
// A check that needs memory takes about 50 KB of it from a pool.
func Valid(b []byte, maxDepth int) (valid, known bool) {
	if valid, known = ValidShort(b, maxDepth); known {
		return valid, true
	}
	return validJSON(b, maxDepth, 0)
}

// ValidShort is like [Valid] for documents that can be checked without memory. known is false if b
// is longer than 511 bytes, or if the kernels in use need memory to check it.
func ValidShort(b []byte, maxDepth int) (valid, known bool) {
	if len(b) <= mostShort && maxDepth > mostShort && HasKernel() {
		return shortJSON(b)
	}
	return false, false
}

// Valid is like the function [Valid], or with [Records] like [ValidRecords], but uses the memory of
// j. It leaves j in the state after Reset and End.
func (j *Checker) Valid(b []byte, maxDepth int, rules Rules) (valid, known bool) {
	j.Reset(maxDepth, rules)
	if len(b) < leastLong || maxDepth < 1 || maxDepth > MaxNesting || !HasKernel() {
		return false, false
	}
	return j.End(b)
}

// ValidRecords is like Valid for any number of documents separated by newlines, as in NDJSON and
// JSON Lines. Lines may be empty.
func ValidRecords(b []byte, maxDepth int) (valid, known bool) {
	return validJSON(b, maxDepth, Records)
}

func validJSON(b []byte, maxDepth int, rules Rules) (valid, known bool) {
	if len(b) < leastLong || maxDepth < 1 || maxDepth > MaxNesting || !HasKernel() {
		return false, false
	}
	j := checks.Get().(*Checker)
	j.Reset(maxDepth, rules)
	valid, known = j.End(b)
	checks.Put(j)
	return valid, known
}

var checks = sync.Pool{New: func() any { return new(Checker) }}
