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
	aheadSegment  = 384 << 10 // the maximum size of a segment in bytes
	aheadSegments = 3         // one segment is being checked, one is being read, and one is waiting in between
)

// A segmentAhead is a part of the input that is read ahead by another goroutine. It belongs to that
// goroutine until the Checker receives it, and again as soon as the Checker asks for the next one.
type segmentAhead struct {
	room   []byte // the memory directly before the field memory, for text of earlier segments that the Checker keeps
	memory []byte
	read   int   // how many bytes have been read into memory
	err    error // the error that the reader returned after these bytes
}

// segmentsAhead is a pool; each element holds the segments of one call of readAhead.
var segmentsAhead = sync.Pool{New: func() any { return new([aheadSegments]segmentAhead) }}

// readAhead checks the input after buf. Another goroutine reads that input from the parameter in.
func (c *Checker) readAhead(in *reading.ContextReader) error {
	reader, own := *in, c.buf // own is the memory that c uses while it is not checking a segment
	segments := segmentsAhead.Get().(*[aheadSegments]segmentAhead)
	defer func() {
		c.buf = own[:0]
		segmentsAhead.Put(segments)
	}()
	used, ended := 0, false // like reader, these variables are used only by the goroutine that reads
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

// resize makes sure that s has memory of the given sizes.
func (s *segmentAhead) resize(room, size int) {
	if len(s.room) != room || len(s.memory) != size {
		memory := make([]byte, room+size)
		s.room, s.memory = memory[:room], memory[room:]
	}
}

// readFrom fills the segment, or stops at an error.
func (s *segmentAhead) readFrom(in io.Reader) {
	const atATime = 128 << 10
	s.read, s.err = 0, nil
	for s.read < len(s.memory) && s.err == nil {
		var n int
		n, s.err = reading.Some(in, s.memory[s.read:min(s.read+atATime, len(s.memory))])
		s.read += n
	}
}

// join checks a segment. If buf fits into the room before the segment, join moves it there, checks
// the segment in place, and returns true; buf is then in the memory of the segment. Otherwise it
// copies the segment to buf, and returns false.
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
