package tokenizer

import (
	"github.com/assayjson/assay/internal/reading"
)

// ReadAhead lets [CheckReader] share the work between two goroutines, and [ReadBadRecords] among its
// [Workers]: while one checks what it has read, another one reads what comes next. That pays where
// reading takes time, if it be for a copy, and most from a decompressor. The reader is used by one
// goroutine after the other. If it panics, so does who called.
//
// Files, those of package os and others that their mode calls regular, are read ahead without it. The
// first 256 KiB are not, unless a file, or a method Size() int64 of the reader, tells CheckReader that
// there are some MiB; and nothing is if [runtime.GOMAXPROCS] is 1, nor by CheckReader if there are
// limits on more than bytes and depth.
//
// What is read is checked some hundred KiB at a time, and neither CheckReader nor an iteration ends
// while the reader is at work. So an error waits until so much has come, and for the Read that has
// begun before it was found: of a connection on which nothing comes, forever.
func ReadAhead() Option { return Option{set: setReadAhead} }

const (
	aheadFrom    = 256 << 10 // so much is read before that
	aheadRoom    = 16 << 10  // for what one segment leaves to the next
	aheadSegment = 384 << 10 // of memory, at the most; it stays in the caches of one CPU
)

// readAhead is read by two goroutines, for what comes after what has been read.
func (c *checker) readAhead(in *reading.ContextReader) error {
	buf, marks, most := c.buf, c.marks, c.segment
	size := min(most+c.history, aheadSegment)
	r := newRelay(c, in, c.room, size)
	defer func() {
		c.buf, c.marks, c.segment = buf[:0], marks[:0], most
		r.free()
	}()
	c.segment = size - c.history
	err := c.leave(nil, r.segments[0].room)
	if err == nil {
		err = noEOF(r.run())
	}
	return c.verdict(in.Context, err)
}

// leave moves c out of memory, if it is there, and to the end of room, so that it may go on
// with what comes there; or, if that is not enough for what c must keep, elsewhere.
func (c *checker) leave(memory, room []byte) error {
	gone := 0
	if len(c.buf) > len(room) {
		if c.lex(); c.err == nil && !c.checkpoint() {
			c.fail()
		}
		if c.err != nil {
			return c.err
		}
		gone = c.passed()
	}
	kept := len(c.buf) - gone
	switch at := len(room) - kept; {
	case at >= 0:
		c.move(room[at:at], gone)
	case c.isIn(memory):
		c.move(make([]byte, 0, 2*kept), gone)
	}
	return nil
}

// isIn reports whether c has its bytes at the end of memory.
func (c *checker) isIn(memory []byte) bool {
	all := c.buf[:cap(c.buf)]
	return len(memory) > 0 && &all[len(all)-1] == &memory[len(memory)-1]
}
