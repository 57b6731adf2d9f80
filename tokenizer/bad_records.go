package tokenizer

import (
	"bytes"
	"context"
	"io"
	"iter"
	"math"

	"github.com/assayjson/assay/internal/place"
)

// BadRecords returns those of the [Records] of data that are wrong, in their order, and others
// that [Including] asks for. They are looked for by many goroutines; see [Workers]. These end
// before the iteration does, whoever ends it.
//
// The error is that of ctx, once it is done; it comes last and alone. Concatenated values are
// checked by one goroutine.
func BadRecords(ctx context.Context, data []byte, opts ...Option) iter.Seq2[Record, error] {
	c := newRecordConfig(opts, math.MaxInt)
	if c.format == concatenated {
		return readBadRecords(ctx, bytes.NewReader(data), c)
	}
	return func(yield func(Record, error) bool) {
		offset := 0
		next := func(ch *chunk) (made, more bool) {
			rest := data[offset:]
			if len(rest) == 0 {
				return false, false
			}
			n := c.cut(rest)
			ch.begin(c, rest[:n], int64(offset))
			offset += n
			return true, n < len(rest)
		}
		p := patrol{ctx: ctx, config: c, next: next, yield: yield, base: place.Start}
		if p.run() && ctx.Err() != nil {
			yield(Record{}, ctx.Err())
		}
	}
}

// ReadBadRecords is [BadRecords] for a reader. Its error, if it is not [io.EOF], comes last and
// alone, like that of ctx, which cannot interrupt a Read.
//
// Files, and with [ReadAhead] other readers, are read and checked by the [Workers]; otherwise the
// goroutine that iterates does all.
//
// The records are copies. The memory needed is less than 512 KiB, or four times the longest record.
// With n Workers it is less than 3 MiB and 512 KiB for each of them, and up to 4n + 16 times the
// longest record; see [MaxRecord]. Records come late if the reader is slow: for a stream that
// lives, there is [ReadRecords].
func ReadBadRecords(ctx context.Context, r io.Reader, opts ...Option) iter.Seq2[Record, error] {
	return readBadRecords(ctx, r, newRecordConfig(opts, DefaultMaxRecord))
}

func readBadRecords(ctx context.Context, r io.Reader, c recordConfig) iter.Seq2[Record, error] {
	if !readsAhead(&c.Rules, r) {
		c.workers = 1
	}
	return func(yield func(Record, error) bool) {
		if c.format == concatenated {
			w := newWalker(c)
			w.onlyBad = true
			w.read(ctx, &source{r: r, room: c.chunk}, func(r Record, err error) bool {
				if r.Err == nil {
					r = r.clone()
				}
				return yield(r, err)
			})
			return
		}
		s := chunkSource{source: source{r: r}, config: c}
		p := patrol{ctx: ctx, config: c, next: s.next, yield: yield, copies: true, base: place.Start}
		switch goOn := p.run(); {
		case goOn && ctx.Err() != nil:
			yield(Record{}, ctx.Err())
		case goOn && s.err != io.EOF:
			yield(Record{}, s.err)
		}
	}
}
