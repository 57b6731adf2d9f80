package index

import (
	"unsafe"

	"github.com/assayjson/assay/internal/scan"
)

// TextOf returns b as a string, in place.
func TextOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// IsClosing reports whether c is a bracket that closes.
func IsClosing(c byte) bool { return c|' ' == '}' }

// BeforeName has a bit for each state in which a string is a name. Walks by marks pass commas
// without a word.
const BeforeName = uint32(1)<<scan.WantFirstName | 1<<scan.WantNextName | 1<<scan.AfterMember

// ClosingQuote returns which of the marks is that of the closing quote of the string that
// the mark at i opens, or their number if there is none.
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
