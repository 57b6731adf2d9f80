package stream

import (
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/reading"
)

const (
	aheadSegment  = 192 << 10 // the maximum size of a segment in bytes
	aheadSegments = 4         // the number of segments if workers cannot check them
)

// A segmentAhead is a part of the input that is read ahead by another goroutine, and checked by a
// worker if it can be checked apart. It belongs to them until the Checker receives it, and to the
// reading goroutine again as soon as the Checker asks for the next one.
type segmentAhead struct {
	room   []byte // the memory directly before the field memory, for text of earlier segments that the Checker keeps
	memory []byte
	read   int   // length of the segment, which is at the start of memory
	err    error // the error that the reader returned after these bytes
	cut    bool  // the segment ends where parts.Next has found a place to cut
	apart  bool  // the segment can be checked apart from the others, which part does
	part   parts.Part
}

var memoriesAhead = sync.Pool{New: func() any { return new([]byte) }}

// A segmentReader makes segments. It is used by the goroutine that reads.
type segmentReader struct {
	in    reading.ContextReader
	size  int // of the memory of a segment, in bytes
	room  int
	apart bool // segments should be cut where they can be checked apart

	ended bool
	cut   bool      // the next segment begins where parts.Next has found a place to cut
	rest  []byte    // the beginning of the next segment
	used  []*[]byte // memory of segments, from memoriesAhead
}

// next reads the next segment.
func (r *segmentReader) next(ctx context.Context, s *segmentAhead) (made bool) {
	if r.ended {
		return false
	}
	if s.memory == nil {
		m := memoriesAhead.Get().(*[]byte)
		if len(*m) != r.room+r.size {
			*m = make([]byte, r.room+r.size)
		}
		r.used = append(r.used, m)
		s.room, s.memory = (*m)[:r.room], (*m)[r.room:]
	}
	s.apart = r.cut
	r.in.Context = ctx
	s.readFrom(&r.in, copy(s.memory, r.rest))
	r.ended = s.err != nil
	r.cut, r.rest = false, r.rest[:0]
	if r.apart && !r.ended {
		r.endWithCut(s)
	}
	s.cut = r.cut
	s.apart = s.apart && (s.cut || s.err == io.EOF)
	s.part.Text = s.memory[:s.read]
	return true
}

// endWithCut shortens a segment to the last place where it can be cut.
func (r *segmentReader) endWithCut(s *segmentAhead) {
	text := s.memory[:s.read]
	for _, before := range []int{1 << 10, 8 << 10, 64 << 10} {
		if before >= len(text)/2 {
			before = len(text) / 2
		}
		if at, ok := parts.Next(text, len(text)-before); ok && !at.InString {
			r.rest = append(r.rest, text[at.At:]...)
			s.read, r.cut = at.At, true
			return
		}
	}
}

// release makes the memory of the segments available for another check.
func (r *segmentReader) release() {
	for _, m := range r.used {
		memoriesAhead.Put(m)
	}
}

// readFrom fills the memory of the segment after the first n bytes, or stops at an error.
func (s *segmentAhead) readFrom(in io.Reader, n int) {
	const atATime = 128 << 10
	s.read, s.err = n, nil
	for s.read < len(s.memory) && s.err == nil {
		n, s.err = reading.Some(in, s.memory[s.read:min(s.read+atATime, len(s.memory))])
		s.read += n
	}
}
