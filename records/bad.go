package records

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"iter"
	"math"
	"runtime"

	"github.com/assayjson/assay/internal/parallel"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/reading"
)

// Bad returns an iterator over the invalid records of data, in order, and over others that
// [Including] asks for. They are found by many goroutines; see [Workers]. These have ended when
// the iteration ends, even if the loop is left early. Concatenated values are checked by one
// goroutine.
func Bad(data []byte, opts ...Option) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for r := range bad(data, opts) { // without an error: there is no reader
			if !yield(r) {
				return
			}
		}
	}
}

// bad is Bad as an iterator like that of ReadBad, whose error is always nil.
func bad(data []byte, opts []Option) iter.Seq2[Record, error] {
	ctx, c := context.Background(), newRecordConfig(opts, math.MaxInt)
	if c.format == concatenated {
		return readBad(ctx, bytes.NewReader(data), c)
	}
	if len(data) <= c.chunk {
		c.workers = 1
	}
	return func(yield func(Record, error) bool) {
		offset := 0
		next := func(_ context.Context, ch *chunk) (made bool) {
			rest := data[offset:]
			if len(rest) == 0 {
				return false
			}
			n := c.cut(rest)
			ch.begin(c, rest[:n], int64(offset))
			offset += n
			return true
		}
		s := badRecords{config: c, next: next, yield: yield}
		s.run(ctx)
	}
}

// ReadBad is like [Bad] for a reader. An error of the reader other than [io.EOF] comes last and
// without a record, like that of ctx, which cannot interrupt a Read.
//
// Regular files, and with [ReadAhead] other readers, are read by one goroutine and checked by the
// [Workers]; otherwise the goroutine that iterates does everything.
//
// The records are copies. The memory needed is less than 512 KiB, or four times the longest record.
// With n Workers it is less than 3 MiB and 512 KiB for each of them, and up to 4n + 16 times the
// longest record; see [MaxRecord]. Records come late if the reader is slow: use [Read] for a live
// stream.
func ReadBad(ctx context.Context, r io.Reader, opts ...Option) iter.Seq2[Record, error] {
	return readBad(ctx, r, newRecordConfig(opts, DefaultMaxRecord))
}

// readBad is ReadBad with the options applied.
func readBad(ctx context.Context, r io.Reader, c recordConfig) iter.Seq2[Record, error] {
	if !reading.Ahead(r, c.ReadAhead) {
		c.workers = 1
	}
	return func(yield func(Record, error) bool) {
		if c.format == concatenated {
			w := newRecordReader(c)
			w.onlyBad = true
			w.read(ctx, &source{r: r, room: c.chunk}, func(r Record, err error) bool {
				if r.Err == nil {
					r = r.clone()
				}
				return yield(r, err)
			})
			return
		}
		chunks := newChunkSource(r, c)
		defer chunks.free()
		s := badRecords{config: c, next: chunks.next, yield: yield, copies: true}
		switch goOn := s.run(ctx); {
		case goOn && ctx.Err() != nil:
			yield(Record{}, ctx.Err())
		case goOn && chunks.err != io.EOF:
			yield(Record{}, chunks.err)
		}
	}
}

// badRecords looks for invalid records, and for others that are wanted, chunk by chunk.
type badRecords struct {
	config recordConfig
	next   func(context.Context, *chunk) (made bool) // makes the next chunk, if there is one
	yield  func(Record, error) bool
	copies bool // whether the memory of a chunk is used again
}

// run checks all chunks, and yields what is found. It returns false if yield ended the iteration.
func (s *badRecords) run(ctx context.Context) (goOn bool) {
	base := place.Start // of the chunk
	workers := cmp.Or(s.config.workers, runtime.GOMAXPROCS(0))
	for c := range parallel.Ordered(ctx, workers, s.next, (*chunk).check) {
		if !s.report(c, base) {
			return false
		}
		base = c.walker.at.In(base)
	}
	return true
}

// report yields what has been found in a chunk, and walks over the rest of the chunk if check has
// stopped before its end.
func (s *badRecords) report(c *chunk, base place.Position) (goOn bool) {
	yield := func(r Record) bool {
		r.start = r.start.In(base)
		r.Line = r.start.Line
		if s.copies {
			r = r.clone()
		}
		return s.yield(r, nil)
	}
	for _, r := range c.bad {
		if !yield(r) {
			return false
		}
	}
	return c.walk(yield)
}
