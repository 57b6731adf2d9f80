package index

import (
	"unsafe"

	"github.com/assayjson/assay/internal/engine/scan"
)

// TextOf returns b as a string without copying it. The caller must not change b while the string is
// in use.
func TextOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// BeforeName has a bit for each state in which a string is a name. AfterMember is one of these
// states because commas have no marks.
const BeforeName = uint32(1)<<scan.WantFirstName | 1<<scan.WantNextName | 1<<scan.AfterMember
