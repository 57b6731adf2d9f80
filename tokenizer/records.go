package tokenizer

import (
	"iter"
	"math"
)

// ValidRecords reports whether each line of b is a JSON document as [Valid] has it, as in
// NDJSON and JSON Lines. A line ends with LF or CR LF; the last one need not end. Lines of
// nothing but white space are let pass.
//
// Where the CPU has a kernel for it, lines are checked together, some hundred KB at a time,
// whatever their lengths: a line of its own is only looked at where something is wrong.
func ValidRecords(b []byte) bool { return CheckRecords(b) == nil }

// CheckRecords returns nil when each line of b is a JSON document, and otherwise a
// [*RecordError] for the first line that is not. A line ends with LF or CR LF; the last
// one need not end. Lines of nothing but white space are let pass. Options say what else
// records may be: [TextSequence], [Concatenated], [BlankLines], [MaxRecord].
//
// With [AllowBOM], b may begin with a byte order mark; lines may not.
//
// It is as fast as [ValidRecords], lines that is. The error keeps the record, see [Check].
func CheckRecords(b []byte, opts ...Option) error {
	w := newWalker(newRecordConfig(opts, math.MaxInt))
	w.onlyBad, w.first = true, true
	var err error
	w.walk(b, true, func(r Record) bool {
		err = r.AsError()
		return false
	})
	return err
}

// Records returns the records of data in their order, right and wrong: after one that is
// wrong, the next one comes all the same. A record ends with LF or CR LF, unless the options
// say [TextSequence] or [Concatenated]; the last one need not end.
//
// Nothing is copied, and nothing is allocated for a record that is right: data must not
// change while it, or an error, is in use.
func Records(data []byte, opts ...Option) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		newWalker(newRecordConfig(opts, math.MaxInt)).walk(data, true, yield)
	}
}
