package stream

import (
	"cmp"
	"runtime"

	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/reading"
)

// readAhead checks the input after buf. Another goroutine reads that input from the parameter in,
// and workers check it, as far as it can be cut into parts. This goroutine puts together what they
// find. It also checks the segments that the workers cannot check, and those that they find invalid,
// because a guess about where to cut may have been wrong.
func (c *Checker) readAhead(in *reading.ContextReader) error {
	own := c.buf // the memory that c uses while it is not checking a segment
	r := segmentReader{in: *in, size: min(c.segment+c.history, aheadSegment), room: c.room, apart: c.knowsParts()}
	defer func() {
		c.buf = own[:0]
		r.release()
	}()
	c.leave(own)
	if c.err != nil {
		return c.verdict(in.Context, c.err)
	}
	check := func(s *segmentAhead) {
		if s.apart {
			s.part.Portion = c.portion
			s.part.Check(&c.rules, !c.placeless)
		}
	}
	c.betweenParts = false
	segments := parallel.Ahead(in.Context, aheadSegments, r.next)
	if r.apart {
		segments = parallel.Ordered(in.Context, workersFor(int(c.rules.Workers)), r.next, check)
	}
	var err error
	for s := range segments {
		own = c.buf
		if !c.passPart(s) && !c.join(s, r.apart) {
			own = c.buf
		}
		if err = cmp.Or(c.err, s.err); err == nil {
			c.leave(own)
			err = c.err
		}
		if err != nil {
			break
		}
	}
	return c.verdict(in.Context, withoutEOF(cmp.Or(err, in.Context.Err())))
}

// workersFor returns the number of goroutines that check segments if a caller asks for n.
func workersFor(n int) int { return max(min(n, runtime.GOMAXPROCS(0)), 2) }

// join checks a segment. If buf fits into the room before the segment, join moves it there, checks
// the segment in place, and returns true; buf is then in the memory of the segment. Otherwise it
// copies the segment to buf, and returns false.
func (c *Checker) join(s *segmentAhead, apart bool) (inPlace bool) {
	if c.kernels.suspended {
		c.kernels.resume(&c.scanner)
	}
	at := len(s.room) - len(c.buf)
	inPlace = at >= 0
	if inPlace {
		c.move(s.room[at:at], 0)
		c.add(s.read)
	} else {
		c.Write(s.memory[:s.read])
	}
	c.betweenParts = false
	if apart && s.cut && c.err == nil {
		c.followParts()
	}
	return inPlace
}

// leave moves the part of buf that must be kept to the slice `own`, which may be the memory of buf.
// No segment is in use afterwards, unless there is an error. If buf does not fit into the room
// before the next segment, leave makes a checkpoint first.
func (c *Checker) leave(own []byte) {
	gone := 0
	if len(c.buf) > c.room {
		if c.lex(); c.err == nil && !c.checkpoint() {
			c.fail()
		}
		if c.err != nil {
			return
		}
		gone = c.dispensable()
	}
	c.move(own[:0], gone)
}
