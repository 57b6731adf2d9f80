package records

import (
	"iter"
	"math"
)

// Valid reports whether each line of b is a JSON document as [tokenizer.Valid] has it, as in
// NDJSON and JSON Lines. A line ends with LF or CR LF; the last one need not end. Lines of
// nothing but white space are let pass.
//
// Where the CPU has a kernel for it, lines are checked together, some hundred KB at a time,
// whatever their lengths: a line of its own is only looked at where something is wrong.
func Valid(b []byte) bool { return Check(b) == nil }

// Check returns nil when each line of b is a JSON document, and otherwise a
// [*RecordError] for the first line that is not. A line ends with LF or CR LF; the last
// one need not end. Lines of nothing but white space are let pass. Options say what else
// records may be: [TextSequence], [Concatenated], [BlankLines], [MaxRecord].
//
// With [AllowBOM], b may begin with a byte order mark; lines may not.
//
// It is as fast as [Valid], lines that is. The error keeps the record, see [tokenizer.Check].
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

// All returns the records of data in their order, right and wrong: after one that is
// invalid, iteration continues with the next. A record ends with LF or CR LF, unless the options
// say [TextSequence] or [Concatenated]; the last one need not end.
//
// Nothing is copied, and nothing is allocated for a record that is right: data must not
// change while it, or an error, is in use.
func All(data []byte, opts ...Option) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		newRecordReader(newRecordConfig(opts, math.MaxInt)).walk(data, true, yield)
	}
}
