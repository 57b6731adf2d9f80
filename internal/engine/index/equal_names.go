package index

import (
	"bytes"
	"math"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/scan"
)

// EqualNames searches for equal names in b, which consists of records, the last of which must end with
// a newline. For each record in which an object has equal names, it appends to found the offset of the
// first name that is equal to an earlier one; that is the offset of the colon after it. The result valid
// reports whether the kernels find that b is valid apart from equal names. If it is false, found is
// meaningless. EqualNames does not check limits or I-JSON. It takes up to 4 bytes of memory from a pool
// for each byte of b.
func EqualNames(c *scan.Rules, found []int, b []byte) (colons []int, valid bool) {
	if !Knows(c) || len(b) > math.MaxInt32 {
		return found, false
	}
	check := nameChecks.Get().(*nameCheck)
	check.json.Reset(c.MaxDepth, jsonsimd.Records|jsonsimd.MarkNames)
	marks, valid, known := check.json.EndIndex(check.marks[:0], 0, b)
	check.exact.Use(c.Form)
	for walked := 0; valid && known; {
		walked += check.exact.Walk(b, marks[walked:], 0)
		if walked == len(marks) {
			break
		}
		colon := int(marks[walked])
		found = append(found, colon)
		end := colon + bytes.IndexByte(b[colon:], '\n') // a valid string has no newline
		for walked < len(marks) && int(marks[walked]) < end {
			walked++
		}
		check.exact.Reset()
		check.exact.Use(c.Form)
	}
	check.exact.Reset()
	check.marks = marks[:0]
	nameChecks.Put(check)
	return found, valid && known
}
