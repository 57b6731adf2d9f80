package records

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/reading"
)

// A chunk is some whole records, which are checked by one goroutine.
type chunk struct {
	text   []byte // that is still to be checked
	open   bool   // the last record is too long and goes on in the next chunk
	walker *recordReader
	bad    []Record // the first ones, and others that are wanted, with lines from the start of the chunk

	memory []byte // where text is, if it has been read
}

func (c *chunk) begin(config recordConfig, text []byte, offset int64) {
	c.text, c.open, c.bad = text, false, c.bad[:0]
	c.walker = newRecordReader(config)
	c.walker.onlyBad = true
	c.walker.offset = offset
	c.walker.begun = c.walker.begun || offset > 0
}

// check looks for records that are wrong, or wanted, up to a number, which keeps memory within
// bounds where all are.
func (c *chunk) check() {
	const most = 100
	c.walk(func(r Record) bool {
		c.bad = append(c.bad, r)
		return len(c.bad) < most
	})
}

// walk goes over the records that are left.
func (c *chunk) walk(yield func(Record) bool) (goOn bool) {
	n, goOn := c.walker.walk(c.text, !c.open, yield)
	if goOn {
		n = len(c.text) // of a record that is too long, some bytes may be left
	}
	c.walker.settle(c.text, n)
	c.text = c.text[n:]
	return goOn
}

// cut returns where the next chunk ends, if b is all that there is.
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

// lastCut returns where the last chunk ends, if more comes after b, or 0.
func (c *recordConfig) lastCut(b []byte) int {
	if c.format == lines {
		return bytes.LastIndexByte(b, '\n') + 1
	}
	return max(bytes.LastIndexByte(b, separator), 0)
}

// A chunkSource makes chunks of what it reads.
type chunkSource struct {
	source
	in       *reading.ContextReader // what source reads
	config   recordConfig
	offset   int64    // of what is unread
	skipping bool     // that begins in a record that is too long
	chunks   []*chunk // that have memory of their own
}

func newChunkSource(r io.Reader, c recordConfig) *chunkSource {
	in := reading.WithContext(context.Background(), r)
	return &chunkSource{source: source{r: in}, in: in, config: c}
}

// next makes the next chunk, unless ctx is done. There is none at the end, or because of an error, before which there
// may be a part of a record. What comes after the chunk stays in its memory until the next one is
// made.
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
	c.open, c.walker.framer.skipping = open, s.skipping
	s.skipping = open
	s.begin += n
	s.offset += int64(n)
	return true
}

// free lets others have the memory of the chunks.
func (s *chunkSource) free() {
	for _, c := range s.chunks {
		freeMemory(c.memory)
	}
}

// read reads until there is a chunk, and returns its length.
func (s *chunkSource) read() (n int, open bool) {
	const ends = 8 // bytes at most around a record that don't count
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

// memories are what chunks are read into. Nobody has seen them but who copied from them.
var memories = sync.Pool{New: func() any { return new([mostTogether]byte) }}

func newMemory(size int) []byte {
	if size == mostTogether {
		return memories.Get().(*[mostTogether]byte)[:]
	}
	return make([]byte, size)
}

// freeMemory lets others have what newMemory returned.
func freeMemory(b []byte) {
	if len(b) == mostTogether {
		memories.Put((*[mostTogether]byte)(b))
	}
}
