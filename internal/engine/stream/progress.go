package stream

import "github.com/assayjson/assay/internal/engine/reading"

// A Progress is up to where a document is known to be valid.
type Progress struct {
	Valid int64 // the document is valid up to this offset, which is not in a string

	// If InString is greater than Valid, a string begins at Valid, and is valid up to and including the byte at InString. That byte is not
	// the opening quotation mark, and what follows it is the beginning of a character or an escape, or the closing quotation mark.
	InString int64
}

// A passed has what has become known at the last checkpoint.
type passed struct {
	Progress Progress
	follower reading.Follower // the reader, if it must know how much of the text is valid; otherwise nil
}
