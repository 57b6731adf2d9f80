package tokenizer

import "github.com/assayjson/assay/internal/engine/place"

// A Position is a position in a text as editors show it. Lines and columns start at 1. A line ends
// with LF, CR or CR LF. The column of a line end is the one after the last character of the line.
// The LF of a CR LF is one column further.
type Position struct {
	Line   int
	Column int // in bytes
	Rune   int // in code points, as in messages; an ill-formed sequence counts as one
	UTF16  int // in UTF-16 code units, as in the Language Server Protocol
}

// Locate returns the position of the byte at offset in src. If offset is beyond the end of src,
// Locate returns the position of the end. Locate reads src up to offset and allocates nothing.
func Locate(src []byte, offset int64) Position { return Position(place.Locate(src, offset)) }
