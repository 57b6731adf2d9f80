package records

import (
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/utf8check"
)

// A framer finds where records begin and end in an input that it sees piece by piece. An incomplete
// record must be passed to it again, together with more of the input. It remembers how far it has
// searched, so that the total time is linear. Its decisions depend only on the bytes of a record up
// to the limit and one more, not on the pieces.
type framer struct {
	format    format
	maxRecord int

	searched     int       // bytes of the record that need not be searched again
	value        valueScan // scans the record, if values are concatenated
	invalid      bool      // value has found the record invalid or too long
	skipping     bool      // the next bytes are the rest of a record that is too long
	afterNewline bool      // skipping is set and the previous byte is a newline
}

// A piece is the next part of the input.
type piece struct {
	size       int            // length in bytes; 0 if more of the input is needed
	begin, end int            // the record in the piece
	none       bool           // there is no record in the piece
	valid      bool           // the record is valid, except perhaps for I-JSON
	invalid    bool           // the record is invalid; the invalid part may come after end
	kind       scan.ErrorKind // the error of the record, if it is not in the text of the record
}

// tooLong returns a piece with a record that is longer than the limit.
func (f *framer) tooLong(begin, size int) piece {
	return piece{size: size, begin: begin, end: begin + f.maxRecord, kind: scan.RecordTooLong}
}

// giveUp returns a piece with a record that is too long and continues after b.
func (f *framer) giveUp(b []byte, begin int) piece {
	size := wholeCharacters(b)
	if size == 0 {
		return piece{}
	}
	f.skipping, f.afterNewline = true, b[size-1] == '\n'
	return f.tooLong(begin, size)
}

// wholeCharacters returns the length of b without an incomplete character at its end.
func wholeCharacters(b []byte) int { return len(b) - utf8check.Unfinished(b) }
