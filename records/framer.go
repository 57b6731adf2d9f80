package records

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/utf8check"
)

// A framer finds where records begin and end in an input that it sees piece by piece. An incomplete
// record must be passed to the framer again, together with more of the input. The framer remembers
// how far it has searched, so that the total time is linear. What it decides about a record depends
// only on the bytes of the record up to one byte after the limit, not on the pieces.
type framer struct {
	format    format
	maxRecord int

	searched     int       // number of bytes at the start of the record that need not be searched again
	value        valueScan // scans the record, if values are concatenated
	invalid      bool      // the field value has found the record invalid or too long
	skipping     bool      // the next bytes are the rest of a record that is too long
	afterNewline bool      // skipping is set and the previous byte is a newline
}

// isIdle reports whether the next byte begins a piece.
func (f *framer) isIdle() bool { return f.searched == 0 && !f.invalid && !f.skipping }

// A piece is the next part of the input.
type piece struct {
	size       int            // length of the piece in bytes; 0 if more of the input is needed
	begin, end int            // the record extends from begin to end in the piece
	none       bool           // there is no record in the piece
	rest       bool           // the piece belongs to the record in an earlier piece, which is too long
	valid      bool           // the record is valid JSON, but has not been checked for I-JSON and limits
	invalid    bool           // the record is invalid; its error may be after end
	kind       flaw.ErrorKind // the kind of the error, if the error is not in the text of the record
}

// tooLong returns a piece with a record that is longer than the limit.
func (f *framer) tooLong(begin, size int) piece {
	return piece{size: size, begin: begin, end: begin + f.maxRecord, kind: flaw.RecordTooLong}
}

// giveUp returns a piece with a record that is too long. The rest of the record follows b.
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
