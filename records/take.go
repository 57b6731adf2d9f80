package records

import (
	"context"
	"io"
	"math"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/tokenizer"
)

// ChecksOf is for package decode, not for users. It returns the options of all [Each] in opts, in order.
func ChecksOf(opts []Option) (each []tokenizer.Option) {
	for _, o := range opts {
		each = o.apply(new(recordConfig), each)
	}
	return each
}

// Take is for package decode, not for users. It passes the records of data, or those of r if it is not nil, to a taker, in order. If there
// are several workers, each of these uses keepers of its own instead. At most the given number of bytes, or a single longer record, are
// taken together. Take returns the error of the reader, as [Read] yields it, or nil if the taker or ctx has ended the iteration before.
// A single worker that finds ctx done between two reads returns the error of ctx.
func Take(ctx context.Context, data []byte, r io.Reader, taker hidden.RecordTaker[Record], workers, together int, opts ...Option) error {
	maxRecord := math.MaxInt
	if r != nil {
		maxRecord = DefaultMaxRecord
	}
	c := newRecordConfig(opts, maxRecord)
	c.chunk = min(c.chunk, together)
	if workers > 1 && c.format != concatenated && (r != nil || len(data) > c.chunk) {
		return takeChunks(ctx, data, r, taker, workers, c)
	}
	w := newRecordReader(c)
	yield := w.yieldTo(taker)
	taker.Begin()
	var failed error
	if r == nil {
		w.walk(data, true, yield)
	} else {
		w.read(ctx, &source{r: r, room: 4 * leastTogether}, func(r Record, err error) bool {
			failed = err
			return err == nil && yield(r)
		})
	}
	taker.End()
	return failed
}

// yieldTo makes w pass valid lines to a taker, and returns a function that passes single records to it.
func (w *recordReader) yieldTo(t hidden.RecordTaker[Record]) func(Record) bool {
	w.taker, w.onlyBad = t, false
	return func(r Record) bool { return t.TakeRecord(&r, w.number) }
}

// takeChunks is Take with several workers.
func takeChunks(ctx context.Context, data []byte, r io.Reader, taker hidden.RecordTaker[Record], workers int, c recordConfig) error {
	next, failed := chunksOf(data, c), func() error { return nil }
	if r != nil {
		chunks := newChunkSource(r, c)
		defer chunks.free()
		next, failed = chunks.next, func() error {
			if chunks.err == io.EOF {
				return nil
			}
			return chunks.err
		}
	}
	type taken struct {
		chunk
		keeper hidden.RecordKeeper[Record]
		isPart bool // the keeper has not taken all records of the chunk
	}
	made := func(ctx context.Context, t *taken) bool {
		if t.keeper == nil {
			t.keeper = taker.Keeper()
		}
		t.isPart = false
		return next(ctx, &t.chunk)
	}
	take := func(t *taken, by hidden.RecordTaker[Record]) (goOn bool) {
		by.Begin()
		goOn = t.walk(t.reader.yieldTo(by))
		by.End()
		return goOn
	}
	base, number := place.Start, int64(0)
	for t := range parallel.OrderedPartial(ctx, workers, made, func(t *taken) { t.isPart = !take(t, t.keeper) }) {
		rest, goOn := t.keeper.Report(number, base, func(r *Record) { r.setStart(r.begin().In(base)) })
		if !goOn || t.isPart && !take(t, rest) {
			return nil
		}
		base, number = t.reader.at.In(base), number+t.reader.number
	}
	return failed()
}
