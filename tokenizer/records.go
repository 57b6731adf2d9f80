package tokenizer

import (
	"bytes"
	"fmt"

	"github.com/assayjson/assay/asm"
)

// ValidRecords reports whether each line of b is a JSON document as [Valid] has it, as in
// NDJSON and JSON Lines. A line ends with LF or CR LF; the last one need not end. Lines of
// nothing but white space are let pass.
func ValidRecords(b []byte) bool { return CheckRecords(b) == nil }

// CheckRecords returns nil when each line of b is a JSON document, and otherwise a
// [*RecordError] for the first line that is not. A line ends with LF or CR LF; the last
// one need not end. Lines of nothing but white space are let pass.
//
// Where the CPU has a kernel for it, lines are checked together, some 64 KB at a time,
// whatever their lengths: a line of its own is only looked at where something is wrong.
//
// The error keeps the line, see [Check].
func CheckRecords(b []byte, opts ...Option) error {
	r := records{config: newConfig(opts), opts: opts}
	for begin := 0; begin < len(b); {
		some := b[begin:][:endOfLine(b[begin:], together)]
		if !r.areValid(some) {
			if err := r.firstError(some); err != nil {
				err.Line += bytes.Count(b[:begin], []byte("\n"))
				err.Offset += int64(begin)
				return err
			}
		}
		begin += len(some)
	}
	return nil
}

// together is how many bytes are checked together at least.
const together = 64 << 10

// endOfLine returns where the line ends that goes on at b[from-1], its end included.
func endOfLine(b []byte, from int) int {
	if from > len(b) {
		return len(b)
	}
	if i := bytes.IndexByte(b[from-1:], '\n'); i >= 0 {
		return from + i
	}
	return len(b)
}

// records is a check of many lines.
type records struct {
	config
	opts []Option
}

// areValid reports whether all lines are known to be right.
func (r *records) areValid(lines []byte) bool {
	if !r.isPlain() {
		return false
	}
	valid, known := asm.ValidRecords(lines, r.maxDepth)
	return valid && known
}

// firstError checks the lines one by one.
func (r *records) firstError(lines []byte) *RecordError {
	for offset, number := 0, 1; offset < len(lines); number++ {
		line := lines[offset:endOfLine(lines, offset+1)]
		content := bytes.TrimRight(line, "\r\n")
		if len(bytes.Trim(content, " \t\r")) > 0 {
			if err := Check(content, r.opts...); err != nil {
				return &RecordError{Line: number, Offset: int64(offset), Err: err.(*SyntaxError)}
			}
		}
		offset += len(line)
	}
	return nil
}

// A RecordError is the first line of many that is not JSON.
type RecordError struct {
	Line   int   // from 1
	Offset int64 // of the line's first byte, from the start of the input

	// Err is what is wrong with the line; its offset is from the line's first byte.
	Err *SyntaxError
}

// Error tells where and what, in one line, by places in the input. The text may change
// between versions.
func (e *RecordError) Error() string {
	p := e.Err.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", e.Line, p.Rune, e.Offset+e.Err.Offset, e.Err.Message())
}

// Unwrap returns e.Err.
func (e *RecordError) Unwrap() error { return e.Err }
