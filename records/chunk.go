package records

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A chunk is a run of whole records that one goroutine checks.
type chunk struct {
	text   []byte // the text that is still to be checked
	whole  []byte // the whole text
	open   bool   // the last record is too long, and its rest is in the next chunk
	reader *recordReader
	bad    []Record // the records that check has found: invalid records, and valid records that are wanted; their lines count from the start of the chunk

	numbers []int64 // the number of each record in bad, counted from the start of the chunk

	memory []byte // the buffer that holds text, if it comes from a reader
}

// begin prepares c to check text, which is at the given offset in the input.
func (c *chunk) begin(config recordConfig, text []byte, offset int64) {
	c.text, c.whole, c.open = text, text, false
	c.bad, c.numbers = c.bad[:0], c.numbers[:0]
	c.reader = newRecordReader(config)
	c.reader.onlyBad = true
	c.reader.offset = offset
	c.reader.begun = c.reader.begun || offset > 0
}

// check finds invalid or wanted records. It stops after a fixed number of them, which bounds the
// memory if all records are invalid or wanted.
func (c *chunk) check() {
	const most = 100
	c.walk(func(r Record) bool {
		c.bad = append(c.bad, r)
		c.numbers = append(c.numbers, c.reader.number)
		return len(c.bad) < most
	})
}

// walk walks over the remaining records of c.
func (c *chunk) walk(yield func(Record) bool) (goOn bool) {
	const final = true // no record of the chunk continues after it, except one that is too long
	n, goOn := c.reader.walk(c.text, final, yield)
	c.reader.settle(c.text, n)
	c.text = c.text[n:]
	return goOn
}

// chunksOf returns a function that makes the chunks of a text in memory.
func chunksOf(data []byte, config recordConfig) func(context.Context, *chunk) (made bool) {
	offset := 0
	return func(_ context.Context, c *chunk) (made bool) {
		rest := data[offset:]
		if len(rest) == 0 {
			return false
		}
		n := config.cut(rest)
		c.begin(config, rest[:n], int64(offset))
		offset += n
		return true
	}
}

// cut returns the length of the next chunk. The parameter b is the rest of the input.
func (c *recordConfig) cut(b []byte) int {
	if c.format == lines || len(b) <= c.chunk {
		return linesTogether(b, c.chunk, true)
	}
	if n := bytes.LastIndexByte(b[:c.chunk], separator); n > 0 {
		return n
	}
	if n := bytes.IndexByte(b[c.chunk:], separator); n >= 0 {
		return c.chunk + n
	}
	return len(b)
}

// lastCut returns the length of the whole records at the start of b. More input may follow b.
func (c *recordConfig) lastCut(b []byte) int {
	if c.format == lines {
		return bytes.LastIndexByte(b, '\n') + 1
	}
	return max(bytes.LastIndexByte(b, separator), 0)
}

// A chunkSource makes chunks of the text that it reads.
type chunkSource struct {
	source
	in       *reading.ContextReader // the reader of source
	config   recordConfig
	offset   int64    // offset in the input of the unread text
	skipping bool     // the unread text starts in the middle of a record that is too long
	chunks   []*chunk // the chunks that own memory
}

func newChunkSource(r io.Reader, c recordConfig) *chunkSource {
	in := reading.WithContext(context.Background(), r)
	return &chunkSource{source: source{r: in}, in: in, config: c}
}

// next makes the next chunk, unless ctx is done. It returns false at the end of the input and after
// an error. An incomplete record before an error is dropped. Text that was read after the end of
// the chunk stays in the chunk's memory until the next chunk is made.
func (s *chunkSource) next(ctx context.Context, c *chunk) (made bool) {
	s.in.Context = ctx
	if s.err != nil {
		return false
	}
	if c.memory == nil {
		s.chunks = append(s.chunks, c)
	}
	if need := max(len(s.unread()), s.config.chunk); len(c.memory) < need {
		c.memory = newMemory(need)
	}
	s.moveTo(c.memory)
	n, open := s.read()
	c.memory = s.buf
	if n == 0 {
		return false
	}
	c.begin(s.config, s.unread()[:n], s.offset)
	c.reader.reused = true
	c.open, c.reader.framer.skipping = open, s.skipping
	s.skipping = open
	s.begin += n
	s.offset += int64(n)
	return true
}

// free returns the memory of the chunks to the pool.
func (s *chunkSource) free() {
	for _, c := range s.chunks {
		freeMemory(c.memory)
	}
}

// read reads until there is a whole chunk. It returns the length n of the chunk. The result open is
// true if the last record is too long and continues after the chunk.
func (s *chunkSource) read() (n int, open bool) {
	const ends = 8 // greater than the number of bytes before and after a record, such as a line end, that do not count toward its length
	for size := s.config.chunk; ; size *= 2 {
		for s.err == nil && s.end-s.begin < size {
			s.fill()
		}
		b := s.unread()
		if s.skipping && len(b) > 0 && b[0] == separator && s.config.format == textSequence {
			s.skipping = false
		}
		if s.err == io.EOF {
			return len(b), false
		}
		if n := s.config.lastCut(b); n > 0 || s.err != nil {
			return n, false
		}
		if n := wholeCharacters(b); n > 0 && (s.skipping || n-ends > s.config.maxRecord) {
			return n, true
		}
	}
}

// memories is a pool of buffers for chunks. Users of the package never see this memory, because
// records are copied from it.
var memories = sync.Pool{New: func() any { return new([mostTogether]byte) }}

// newMemory returns a buffer of the given size, from the pool if that is the usual size.
func newMemory(size int) []byte {
	if size == mostTogether {
		return memories.Get().(*[mostTogether]byte)[:]
	}
	return make([]byte, size)
}

// freeMemory returns a buffer from newMemory to the pool if it has the usual size.
func freeMemory(b []byte) {
	if len(b) == mostTogether {
		memories.Put((*[mostTogether]byte)(b))
	}
}
