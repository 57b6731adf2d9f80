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

// Bad returns those of the records of data that are invalid, in their order, and others
// that [Including] asks for. They are looked for by many goroutines; see [Workers]. These end
// before the iteration does, whoever ends it. Concatenated values are checked by one goroutine.
func Bad(data []byte, opts ...Option) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for r := range bad(data, opts) { // without an error: there is no reader
			if !yield(r) {
				return
			}
		}
	}
}

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

// ReadBad is [Bad] for a reader. Its error, if it is not [io.EOF], comes last and
// alone, like that of ctx, which cannot interrupt a Read.
//
// Files, and with [ReadAhead] other readers, are read by another goroutine and checked by the [Workers];
// otherwise the goroutine that iterates does all.
//
// The records are copies. The memory needed is less than 512 KiB, or four times the longest record.
// With n Workers it is less than 3 MiB and 512 KiB for each of them, and up to 4n + 16 times the
// longest record; see [MaxRecord]. Records come late if the reader is slow: for a stream that
// lives, there is [Read].
func ReadBad(ctx context.Context, r io.Reader, opts ...Option) iter.Seq2[Record, error] {
	return readBad(ctx, r, newRecordConfig(opts, DefaultMaxRecord))
}

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

// badRecords looks for invalid records, and others that are wanted, chunk by chunk.
type badRecords struct {
	config recordConfig
	next   func(context.Context, *chunk) (made bool) // makes the next chunk, if there is one
	yield  func(Record, error) bool
	copies bool // the memory of a chunk is used again
}

// run returns false if yield ended the iteration.
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

// report yields what has been found in a chunk, and looks for more if the chunk has a lot.
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
