package records

import (
	"iter"
	"math"
)

// Valid reports whether each line of b is a JSON document that [tokenizer.Valid] accepts, as in
// NDJSON and JSON Lines. A line ends with LF or CR LF, which the last line may lack. Blank lines
// are skipped.
//
// If the CPU has a kernel for it, lines of any length are checked together, a few hundred KB at a
// time. Single lines are checked only near an error.
func Valid(b []byte) bool { return Check(b) == nil }

// Check returns nil if each line of b is a JSON document, and otherwise a [*RecordError] for the
// first line that is not. A line ends with LF or CR LF, which the last line may lack. Blank lines
// are skipped. Options change what records are: [TextSequence], [Concatenated], [BlankLines],
// [MaxRecord].
//
// With [AllowBOM], b may begin with a byte order mark; other lines may not.
//
// For lines, Check is as fast as [Valid]. The error keeps the record, see [tokenizer.Check].
func Check(b []byte, opts ...Option) error {
	w := newRecordReader(newRecordConfig(opts, math.MaxInt))
	w.onlyBad, w.first = true, true
	var err error
	w.walk(b, true, func(r Record) bool {
		err = r.AsError()
		return false
	})
	return err
}

// All returns an iterator over the records of data in order, valid or not. After an invalid
// record, iteration continues with the next. A record ends with LF or CR LF, which the last one
// may lack, unless the options have [TextSequence] or [Concatenated].
//
// Nothing is copied, and nothing is allocated for a valid record. data must not change while a
// record or its error is in use.
func All(data []byte, opts ...Option) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		newRecordReader(newRecordConfig(opts, math.MaxInt)).walk(data, true, yield)
	}
}
