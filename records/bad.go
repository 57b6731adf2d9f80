package records

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"iter"
	"math"
	"runtime"

	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
)

// Bad returns an iterator over the invalid records of data, in order, and over the records that
// [Including] adds. Several goroutines find these records; see [Workers]. When the iteration ends,
// all of these goroutines have ended, even if the loop is left early. Concatenated values are
// checked by one goroutine.
func Bad(data []byte, opts ...BadOption) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for r := range bad(data, opts) { // the error is always nil, because there is no reader
			if !yield(r) {
				return
			}
		}
	}
}

// bad is like Bad, but yields the same types as ReadBad. The error is always nil.
func bad(data []byte, opts []BadOption) iter.Seq2[Record, error] {
	ctx, c := context.Background(), newRecordConfig(opts, math.MaxInt)
	if c.format == concatenated {
		return readBad(ctx, bytes.NewReader(data), c)
	}
	if len(data) <= c.chunk {
		c.workers = 1
	}
	return func(yield func(Record, error) bool) {
		s := badRecords{config: c, next: chunksOf(data, c), yield: yield}
		s.run(ctx)
	}
}

// ReadBad is like [Bad], but for a reader. An error of the reader other than [io.EOF] is yielded
// last and without a record. If ctx is done, the iteration ends with the error of ctx in the same
// way; ctx cannot interrupt a Read.
//
// If r is a regular file, or if the options include [ReadAhead], one goroutine reads, and others
// check the records; see [Workers]. Otherwise the iterating goroutine does everything.
//
// The Data of a record is valid until the next record is yielded. Errors stay valid. ReadBad needs
// less than 512 KiB of memory, or four times the length of the longest record if that is more. With n workers, it needs less than 3 MiB, plus 512 KiB for
// each worker, plus up to 4n + 16 times the length of the longest record; see [MaxRecord]. If the
// reader is slow, records are yielded late. Use [Read] for a live stream.
func ReadBad(ctx context.Context, r io.Reader, opts ...ReadBadOption) iter.Seq2[Record, error] {
	return readBad(ctx, r, newRecordConfig(opts, DefaultMaxRecord))
}

// readBad is like ReadBad, but gets the options as a recordConfig.
func readBad(ctx context.Context, r io.Reader, c recordConfig) iter.Seq2[Record, error] {
	if !reading.Ahead(r, c.readAhead) {
		c.workers = 1
	}
	return func(yield func(Record, error) bool) {
		if c.format == concatenated {
			w := newRecordReader(c)
			w.onlyBad = true
			w.read(ctx, &source{r: r, room: c.chunk}, yield)
			return
		}
		chunks := newChunkSource(r, c)
		defer chunks.free()
		s := badRecords{config: c, next: chunks.next, yield: yield}
		switch goOn := s.run(ctx); {
		case goOn && ctx.Err() != nil:
			yield(Record{}, ctx.Err())
		case goOn && chunks.err != io.EOF:
			yield(Record{}, chunks.err)
		}
	}
}

// badRecords finds invalid records chunk by chunk, and also the valid records that Including adds.
type badRecords struct {
	config recordConfig
	next   func(context.Context, *chunk) (made bool) // makes the next chunk, or returns false if there are no more
	yield  func(Record, error) bool
}

// run checks all chunks and yields the records that it finds. It returns false if yield ended the
// iteration.
func (s *badRecords) run(ctx context.Context) (goOn bool) {
	base, check := place.Start, (*chunk).check // base is the position of the chunk
	workers := cmp.Or(s.config.workers, runtime.GOMAXPROCS(0))
	if workers == 1 {
		check = func(*chunk) {} // the method report does everything
	}
	for c := range parallel.Ordered(ctx, workers, s.next, check) {
		if !s.report(c, base) {
			return false
		}
		base = c.reader.at
	}
	return true
}

// report yields the records that check has found in a chunk. If check stopped before the end of the
// chunk, report walks over the rest. Afterwards, positions in the reader of c count from the start of
// the input.
func (s *badRecords) report(c *chunk, base place.Position) (goOn bool) {
	for _, r := range c.bad {
		r.setStart(r.begin().In(base))
		if !s.yield(r, nil) {
			return false
		}
	}
	c.reader.at = c.reader.at.In(base)
	return c.walk(func(r Record) bool { return s.yield(r, nil) })
}
