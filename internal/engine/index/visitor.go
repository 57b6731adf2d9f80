package index

import "github.com/assayjson/assay/asm/jsonsimd"

// A Visitor gets what the kernels find in a text. In its functions, src is either the text or begins
// with white space that is followed by the text. Both functions may be nil. If one of them returns
// false, the check ends at once.
type Visitor struct {
	// Names is called for each part of the text that is valid so far. The marks are the offsets in src
	// of the braces and colons outside strings.
	Names func(src []byte, marks []uint32) bool

	// Signs is called for each part with signs, soon after the part has been read. Something that
	// begins before src[from] or ends after src[to-1] may belong to the signs. The part may be
	// invalid. Signs is called only if the rules include I-JSON.
	Signs func(src []byte, from, to int, signs jsonsimd.Signs) bool
}
