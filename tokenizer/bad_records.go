package tokenizer

import (
	"bytes"
	"context"
	"io"
	"iter"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
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
		next := func(ch *chunk) bool {
			rest := data[offset:]
			if len(rest) == 0 {
				return false
			}
			n := c.cut(rest)
			ch.begin(c, rest[:n], int64(offset))
			offset += n
			return true
		}
		p := patrol{ctx: ctx, config: c, next: next, yield: yield, base: Position{1, 1, 1, 1}}
		if p.run() && ctx.Err() != nil {
			yield(Record{}, ctx.Err())
		}
	}
}

// ReadBadRecords is [BadRecords] for a reader, which is only asked by the goroutine that
// iterates. Its error, if it is not [io.EOF], comes last and alone, like that of ctx, which
// cannot interrupt a Read.
//
// The records are copies. The memory needed is some 512 KiB for each of the [Workers] and 3 MiB,
// unless records are longer. Records come late if the reader is slow: for a stream that
// lives, there is [ReadRecords].
func ReadBadRecords(ctx context.Context, r io.Reader, opts ...Option) iter.Seq2[Record, error] {
	return readBadRecords(ctx, r, newRecordConfig(opts, DefaultMaxRecord))
}

func readBadRecords(ctx context.Context, r io.Reader, c recordConfig) iter.Seq2[Record, error] {
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
		s := chunkSource{source: source{r: r, buf: newMemory(c.chunk)}, config: c}
		defer func() { freeMemory(s.buf) }()
		p := patrol{ctx: ctx, config: c, next: s.next, yield: yield, copies: true, base: Position{1, 1, 1, 1}}
		switch goOn := p.run(); {
		case goOn && ctx.Err() != nil:
			yield(Record{}, ctx.Err())
		case goOn && s.err != io.EOF:
			yield(Record{}, s.err)
		}
	}
}

// A patrol looks for records that are wrong, or wanted, chunk by chunk.
type patrol struct {
	ctx    context.Context
	config recordConfig
	next   func(*chunk) bool // makes the next chunk, if there is one
	yield  func(Record, error) bool
	copies bool     // the memory of a chunk is used again
	base   Position // of the next chunk to be reported
}

// run returns false if it was yield that ended it.
func (p *patrol) run() (goOn bool) {
	workers := p.config.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if workers > 1 {
		return p.runTogether(workers)
	}
	var c chunk
	defer func() { freeMemory(c.memory) }()
	for p.ctx.Err() == nil && p.next(&c) {
		c.check()
		if !p.report(&c) {
			return false
		}
	}
	return true
}

// inReserve is how many chunks are on their way beyond what workers are busy with. One is done in
// 50 µs, and to wake a CPU takes as long: without a reserve, one often waits for the other.
const inReserve = 12

// runTogether lets workers check the chunks. Some chunks are on their way at a time: this
// goroutine makes them and reports them, the first one first.
func (p *patrol) runTogether(workers int) (goOn bool) {
	most := 2*workers + inReserve
	var (
		started = 0
		stop    atomic.Bool
		work    sync.WaitGroup
		jobs    = make(chan *chunk, most)
		flying  []*chunk // the first one first
		all     []*chunk
	)
	defer func() {
		stop.Store(true)
		close(jobs)
		work.Wait()
		for _, c := range all {
			freeMemory(c.memory)
		}
	}()
	worker := func() {
		for c := range jobs {
			if !stop.Load() {
				c.check()
			}
			c.checked <- struct{}{}
		}
	}
	for more := true; more || len(flying) > 0; {
		var c *chunk
		if !more || len(flying) == most || len(flying) > 0 && len(flying[0].checked) > 0 {
			c, flying = flying[0], flying[1:]
			<-c.checked
			if p.ctx.Err() != nil {
				return true
			}
			if !p.report(c) {
				return false
			}
		} else {
			c = &chunk{checked: make(chan struct{}, 1)}
			all = append(all, c)
		}
		if more = more && p.ctx.Err() == nil && p.next(c); more {
			flying = append(flying, c)
			if started < workers {
				started++
				work.Go(worker)
			}
			jobs <- c
		}
	}
	return true
}

// report yields what has been found in a chunk, and goes on to look if there was a lot.
func (p *patrol) report(c *chunk) (goOn bool) {
	yield := func(r Record) bool {
		r.start = r.start.in(p.base)
		r.Line = r.start.Line
		if p.copies {
			r = r.clone()
		}
		return p.yield(r, nil)
	}
	for _, r := range c.bad {
		if !yield(r) {
			return false
		}
	}
	if !c.walk(yield) {
		return false
	}
	p.base = c.walker.at.in(p.base)
	return true
}
