package jsonsimd

import "sync"

// Valid reports whether b is one JSON document (RFC 8259) in UTF-8, with white space
// around it, that nests at most maxDepth levels deep. That is not known where a scanner is
// the better way: if b is short, if maxDepth is less than 1 or more than
// [MaxNesting], if b reaches it, and on 32-bit machines. What the error is remains open.
//
// Of some documents, memory for the check is kept for the next one, some 50 KB.
func Valid(b []byte, maxDepth int) (valid, known bool) {
	if valid, known = ValidShort(b, maxDepth); known {
		return valid, true
	}
	return validJSON(b, maxDepth, 0)
}

// ValidShort is [Valid] for documents that need no memory. It returns false for known if b
// is longer than 511 bytes, or if the kernels in use cannot check it without memory.
func ValidShort(b []byte, maxDepth int) (valid, known bool) {
	if len(b) <= mostShort && maxDepth > mostShort && HasKernel() {
		return shortJSON(b)
	}
	return false, false
}

// Valid is the function [Valid], or with [Records] [ValidRecords], in the memory of j. It leaves j as Reset
// and End do.
func (j *Checker) Valid(b []byte, maxDepth int, rules Rules) (valid, known bool) {
	j.Reset(maxDepth, rules)
	if len(b) < leastLong || maxDepth < 1 || maxDepth > MaxNesting || !HasKernel() {
		return false, false
	}
	return j.End(b)
}

// ValidRecords is Valid for any number of documents with newlines between them, as in
// NDJSON and JSON Lines. Lines may be empty.
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
