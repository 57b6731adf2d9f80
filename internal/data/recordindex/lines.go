package recordindex

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// mark is the byte order mark, which may be at the start of a text.
const mark = "\xEF\xBB\xBF"

// A recordStart is where a record begins.
type recordStart struct {
	offset int64
	line   int64 // number of newlines before it
}

// A lineScanner finds where the records of a text begin. The text comes in pieces. A record is a line that is not blank,
// or a blank line that is longer than a record may be, which package records rejects.
type lineScanner struct {
	maxRecord int64
	offset    int64 // of the text that comes next
	line      int64 // number of newlines before offset
	start     int64 // offset of the current line, or of what follows a byte order mark in it
	found     bool  // the current line is a record
	last      byte  // the last byte of the current line, if it is known to be white space
}

// scan calls found for each record that begins in b, the next piece of the text, as soon as its line is known not to be
// blank. It returns the first error of found.
func (s *lineScanner) scan(b []byte, found func(at recordStart) error) error {
	for len(b) > 0 {
		if !s.found && s.isRecord(b) {
			s.found = true
			if err := found(recordStart{s.start, s.line}); err != nil {
				return err
			}
		}
		n := bytes.IndexByte(b, '\n') + 1
		if n == 0 {
			s.offset += int64(len(b))
			return nil
		}
		s.offset += int64(n)
		b = b[n:]
		s.line++
		s.start, s.found, s.last = s.offset, false, 0
	}
	return nil
}

// isRecord reports whether the current line, which continues with b, is known to be a record.
func (s *lineScanner) isRecord(b []byte) bool {
	from := max(s.start-s.offset, 0) // greater than 0 in a byte order mark
	if from >= int64(len(b)) {
		return false
	}
	b = b[from:]
	n := 0
	for n < len(b) && b[n] != '\n' {
		if !syntax.IsSpace(b[n]) {
			return true
		}
		n++
	}
	if n > 0 {
		s.last = b[n-1]
	}
	size := s.offset + from + int64(n) - s.start
	if s.last == '\r' { // it may belong to the line end
		size--
	}
	return size > s.maxRecord
}
