package tokenizer

import (
	"context"
	"runtime"

	"github.com/assayjson/assay/internal/place"
)

// A patrol looks for records that are wrong, or wanted, chunk by chunk.
type patrol struct {
	ctx    context.Context
	config recordConfig
	next   func(*chunk) (made, more bool) // makes the next chunk, if there is one
	yield  func(Record, error) bool
	copies bool           // the memory of a chunk is used again
	base   place.Position // of the next chunk to be reported
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
	for more := true; more && p.ctx.Err() == nil; {
		var made bool
		if made, more = p.next(&c); !made {
			break
		}
		c.check()
		if !p.report(&c) {
			return false
		}
	}
	return true
}

// runTogether has a team check the chunks.
func (p *patrol) runTogether(workers int) (goOn bool) {
	t := newTeam(workers, p.next)
	defer t.end()
	for p.ctx.Err() == nil {
		c := t.report()
		if c == nil {
			break
		}
		if !p.report(c) {
			return false
		}
		t.reported(c)
	}
	return true
}

// report yields what has been found in a chunk, and goes on to look if there was a lot.
func (p *patrol) report(c *chunk) (goOn bool) {
	yield := func(r Record) bool {
		r.start = r.start.In(p.base)
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
	p.base = c.walker.at.In(p.base)
	return true
}
