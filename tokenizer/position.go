package tokenizer

import "github.com/assayjson/assay/internal/place"

// A Position is a place in a text as editors show it. Lines and columns begin at 1.
// A line ends with LF, CR or CR LF; the column of the bytes of a line's end is the
// one after its last character.
type Position struct {
	Line   int
	Column int // in bytes
	Rune   int // in code points; an ill-formed sequence counts as one
	UTF16  int // in UTF-16 code units, as the Language Server Protocol counts
}

// Locate returns the position of the byte at offset in src. The end of src, or
// anything beyond it, is located after the last byte. It reads src up to offset
// and allocates nothing.
func Locate(src []byte, offset int64) Position { return Position(place.Locate(src, offset)) }
