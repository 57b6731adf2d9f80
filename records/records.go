package records

import (
	"iter"
	"math"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Valid reports whether each line of b is a JSON document that [tokenizer.Valid] accepts, as in
// NDJSON and JSON Lines. A line ends with LF or CR LF. The last line may lack its line end. Blank
// lines are skipped.
//
// If there is a kernel for the CPU, many lines are checked together, a few hundred KB at a time.
// Single lines are checked only near an error.
func Valid(b []byte) bool { return Check(b) == nil }

// Check returns nil if each line of b is a JSON document, and otherwise a [*RecordError] for the
// first invalid line. A line ends with LF or CR LF. The last line may lack its line end. Blank
// lines are skipped. The options [TextSequence], [Concatenated], [BlankLines] and [MaxRecord]
// change what a record is.
//
// With [tokenizer.AllowBOM] in [Each], the first line may begin with a byte order mark, but other
// lines may not.
//
// For lines, Check is as fast as [Valid]. The error keeps a reference to the record in b; see
// [tokenizer.Check].
func Check(b []byte, opts ...Option) error {
	c := &plain
	if len(opts) > 0 {
		changed := newRecordConfig(opts, math.MaxInt)
		c = &changed
	}
	if c.passesAtOnce(b) {
		return nil
	}
	w := newRecordReader(*c)
	w.onlyBad, w.first = true, true
	var err error
	w.walk(b, true, func(r Record) bool {
		err = r.AsError()
		return false
	})
	return err
}

// plain is the configuration of [Check] without options. It does not change.
var plain = recordConfig{Rules: scan.Plain(scan.DefaultMaxDepth), maxRecord: math.MaxInt, chunk: mostTogether}

// passesAtOnce reports whether the kernels find at once that b consists of valid lines, if it is short.
// Then a recordReader would take more time than the check.
func (c *recordConfig) passesAtOnce(b []byte) bool {
	if len(b) > min(leastTogether, c.maxRecord) || c.format != lines || c.blank != SkipBlank || c.AllowBOM {
		return false
	}
	return c.passSingly(b) || len(b) >= fewBytes && c.IsPlain(int64(len(b))) && index.PassesKernels(c.Rules, b, 0, jsonsimd.Records, nil)
}

// readers is a pool of readers for All, whose memory would cost more than checking a short text.
var readers = sync.Pool{New: func() any { return new(recordReader) }}

// All returns an iterator over the records of data in order, valid or not. Iteration continues
// after an invalid record. Unless the options include [TextSequence] or [Concatenated], a record is
// a line. A line ends with LF or CR LF, and the last line may lack its line end.
//
// All copies nothing, and allocates nothing for a valid record. The input data must not change
// while a record or its error is in use.
func All(data []byte, opts ...Option) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		w := readers.Get().(*recordReader)
		w.begin(newRecordConfig(opts, math.MaxInt))
		w.walk(data, true, yield)
		*w = recordReader{} // so that it does not refer to data
		readers.Put(w)
	}
}
