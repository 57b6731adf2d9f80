package tokenizer

import (
	"cmp"
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/parallel"
	"github.com/assayjson/assay/internal/reading"
)

// ReadAhead lets [CheckReader] share the work between two goroutines: one reads ahead of the one that
// checks. That pays where reading takes time, even if only for a copy, and most for a decompressor. The
// reader is never used by two goroutines at a time. If it panics, so does the caller.
//
// Files, those of package os and others that their mode calls regular, are read ahead without it. The
// first 256 KiB are not, unless a file, or a method Size() int64 of the reader, tells CheckReader that
// there are some MiB; and nothing is if [runtime.GOMAXPROCS] is 1, nor by CheckReader if there are
// limits on more than bytes and depth.
//
// Input is checked a few hundred KiB at a time, and CheckReader does not return while the reader
// is at work. So an error waits until so much has come, and for the Read that has begun before it was
// found: of a connection on which nothing comes, forever.
func ReadAhead() Option { return Option{set: setReadAhead} }

const (
	aheadFrom    = 256 << 10 // so much is read before that
	aheadRoom    = 16 << 10  // for what one segment leaves to the next
	aheadSegment = 384 << 10 // of memory, at the most

	aheadSegments = 3 // one is checked, one is being read, and one is between these
)

// A segmentAhead is what is read at a time by the goroutine that reads ahead.
type segmentAhead struct {
	room   []byte // before memory, for what the checker keeps of the segments before
	memory []byte
	read   int   // bytes of memory
	err    error // of the reader, after these
}

// segmentsAhead are pooled: there are as many as are in use at a time.
var segmentsAhead = sync.Pool{New: func() any { return new([aheadSegments]segmentAhead) }}

// readAhead checks what another goroutine reads, behind what c has had already.
func (c *checker) readAhead(in *reading.ContextReader) error {
	reader, own := *in, c.buf // own is the memory that c has without the segments
	segments := segmentsAhead.Get().(*[aheadSegments]segmentAhead)
	defer func() {
		c.buf = own[:0]
		segmentsAhead.Put(segments)
	}()
	used, ended := 0, false // like reader, these are the other goroutine's
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
	return c.verdict(in.Context, noEOF(cmp.Or(err, in.Context.Err())))
}

// resize gives s memory of other sizes, unless it has these.
func (s *segmentAhead) resize(room, size int) {
	if len(s.room) != room || len(s.memory) != size {
		memory := make([]byte, room+size)
		s.room, s.memory = memory[:room], memory[room:]
	}
}

// readFrom reads a segment, less of it only before an error.
func (s *segmentAhead) readFrom(in io.Reader) {
	const atATime = 128 << 10
	s.read, s.err = 0, nil
	for s.read < len(s.memory) && s.err == nil {
		var n int
		n, s.err = reading.Some(in, s.memory[s.read:min(s.read+atATime, len(s.memory))])
		s.read += n
	}
}

// join has c go on with a segment. If what c keeps fits into the room before the segment, c moves
// there, takes the segment where it is, and join returns true. Otherwise c takes a copy.
func (c *checker) join(s *segmentAhead) bool {
	at := len(s.room) - len(c.buf)
	if at < 0 {
		c.Write(s.memory[:s.read])
		return false
	}
	c.move(s.room[at:at], 0)
	c.add(s.read)
	return true
}

// leave moves what c must keep to memory of its own, which may be where it is.
func (c *checker) leave(own []byte) {
	gone := 0
	if len(c.buf) > c.room {
		if c.lex(); c.err == nil && !c.checkpoint() {
			c.fail()
		}
		if c.err != nil {
			return
		}
		gone = c.passed()
	}
	c.move(own[:0], gone)
}
