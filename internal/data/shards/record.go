package shards

import (
	"strconv"

	"github.com/assayjson/assay/lint"
)

// A Record is a bad record, with its first finding among the most severe ones. Number, the lines and
// Place count from the start of its piece; the offsets count from the start of the file.
type Record struct {
	Number         int64 // from 1; blank lines do not count
	Line, Column   int64 // where the finding is, from 1; columns count code points
	Offset, Length int64 // where the finding is, in bytes
	Severity       lint.Severity
	Rule, Kind     string
	Message        Message
	Pointer        string
	HasPointer     bool  // Pointer is known
	Start, Size    int64 // the part of the file that goes to the bad output, in bytes
	Place          int64 // offset of that part in the bad output
	Inserted       bool  // a newline goes to the good output in place of the record
}

// A Message is the message of a finding. It may mention lines of the file.
type Message struct {
	Parts []string // the text before, between and after the numbers of lines
	Lines []int64  // numbers of lines; one fewer than Parts
}

// in returns the message if the piece begins after the given number of lines.
func (m Message) in(lines int64) string {
	if len(m.Parts) == 1 {
		return m.Parts[0]
	}
	var b []byte
	for i, part := range m.Parts {
		if i > 0 {
			b = strconv.AppendInt(b, m.Lines[i-1]+lines, 10)
		}
		b = append(b, part...)
	}
	return string(b)
}
