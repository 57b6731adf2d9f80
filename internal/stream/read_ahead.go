package stream

import (
	"cmp"
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/parallel"
	"github.com/assayjson/assay/internal/reading"
)

const (
	aheadSegment  = 384 << 10 // the most memory that a segment has
	aheadSegments = 3         // one is being checked, one is being read, and one is waiting between these
)

// A segmentAhead is what the goroutine that reads ahead reads at a time. It belongs to that goroutine until
// the Checker receives it, and again once the Checker asks for the next one.
type segmentAhead struct {
	room   []byte // directly before memory, for what the Checker keeps of the segments before
	memory []byte
	read   int   // how many bytes have been read into memory
	err    error // of the reader, after these bytes
}

// segmentsAhead is a pool of the segments of one readAhead.
var segmentsAhead = sync.Pool{New: func() any { return new([aheadSegments]segmentAhead) }}

// readAhead checks what another goroutine reads, which follows what is in buf.
func (c *Checker) readAhead(in *reading.ContextReader) error {
	reader, own := *in, c.buf // own is the memory of c when it is not checking a segment
	segments := segmentsAhead.Get().(*[aheadSegments]segmentAhead)
	defer func() {
		c.buf = own[:0]
		segmentsAhead.Put(segments)
	}()
	used, ended := 0, false // like reader, these belong to the other goroutine
	read := func(ctx context.Context, s *segmentAhead) (made bool) {
		if ended {
			return false
		}
		if s.memory == nil {
			segments[used].resize(c.room, min(c.segment+c.history, aheadSegment))
			*s = segments[used]
			used++
		}
		reader.Context = ctx
		s.readFrom(&reader)
		ended = s.err != nil
		return true
	}
	c.leave(own)
	if c.err != nil {
		return c.verdict(in.Context, c.err)
	}
	var err error
	for s := range parallel.Ahead(in.Context, aheadSegments, read) {
		own = c.buf
		if !c.join(s) {
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

// resize makes sure that s has memory of these sizes.
func (s *segmentAhead) resize(room, size int) {
	if len(s.room) != room || len(s.memory) != size {
		memory := make([]byte, room+size)
		s.room, s.memory = memory[:room], memory[room:]
	}
}

// readFrom fills the segment, unless there is an error.
func (s *segmentAhead) readFrom(in io.Reader) {
	const atATime = 128 << 10
	s.read, s.err = 0, nil
	for s.read < len(s.memory) && s.err == nil {
		var n int
		n, s.err = reading.Some(in, s.memory[s.read:min(s.read+atATime, len(s.memory))])
		s.read += n
	}
}

// join checks a segment. If buf fits into the room before the segment, it is moved there and the segment is
// checked in place; then buf is in the memory of the segment, and join returns true. Otherwise, the segment is copied to
// buf.
func (c *Checker) join(s *segmentAhead) bool {
	at := len(s.room) - len(c.buf)
	if at < 0 {
		c.Write(s.memory[:s.read])
		return false
	}
	c.move(s.room[at:at], 0)
	c.add(s.read)
	return true
}

// leave moves what must be kept of buf to own, which may be the memory that it is in. Afterwards no segment is
// in use. If there is more than fits before the next segment, leave makes a checkpoint first.
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
