package index

import (
	"unsafe"

	"github.com/assayjson/assay/internal/engine/scan"
)

// TextOf returns b as a string without copying it. The caller must not change b while the string is
// in use.
func TextOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// IsClosing reports whether c is a closing bracket.
func IsClosing(c byte) bool { return c|' ' == '}' }

// BeforeName has a bit for each state in which a string is a name. AfterMember is one of these
// states because commas have no marks.
const BeforeName = uint32(1)<<scan.WantFirstName | 1<<scan.WantNextName | 1<<scan.AfterMember

// ClosingQuote takes the string that opens at marks[i], and returns the index of the mark at which
// it closes. It returns len(marks) if that mark is not among the marks.
func ClosingQuote(text string, marks []uint32, i int) int {
	escaped := 0
	for i++; i < len(marks); i++ {
		at := int(marks[i])
		if text[at-1] != '\\' || at-1 == escaped {
			return i
		}
		escaped = at
	}
	return i
}
