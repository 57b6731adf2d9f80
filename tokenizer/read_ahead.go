package tokenizer

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"runtime"
	"sync"
)

// ReadAhead lets [CheckReader] read in another goroutine, some MiB ahead of what it checks: the
// verdict takes as long as the slower of the two, rather than as both. That pays where reading
// takes time, as from a decompressor. Files, those of package os and others that their mode calls
// regular, are read ahead without it. The first MiB is not, unless a file, or a method Size() int64 of
// the reader, tells that more comes; and nothing is if [runtime.GOMAXPROCS] is 1, or if there are
// limits on more than bytes and depth.
//
// CheckReader never returns while r is at work. So an error waits for the Read that has begun
// before it was found: of a connection on which nothing comes, forever.
func ReadAhead() Option { return Option{set: setReadAhead} }

const (
	aheadFrom    = 256 << 10 // so much is read before that
	aheadAtATime = 128 << 10 // is handed over
	aheadRoom    = 12 << 10  // for the rest of a segment, more than which names alone have
	aheadMost    = 4         // segments of memory
)

// An ahead is a reader that reads in a goroutine of its own.
type ahead struct {
	r      contextReader
	room   int // before what is read into each segment of memory, for what is left of the last one
	memory [][]byte

	free  chan []byte
	parts chan part
	stop  chan struct{}

	broken bool // the reader has not returned
	panics any  // with this, or for runtime.Goexit
}

// A part has been read into memory[begin:end], after the part before or at room.
type part struct {
	memory     []byte
	begin, end int
	err        error // the last part has one
}

var aheads = sync.Pool{New: func() any { return new(ahead) }}

// begin begins to read. A segment of memory takes what size says.
func (a *ahead) begin(r contextReader, room, size int) {
	if a.room != room || len(a.memory) == 0 || len(a.memory[0]) != room+size {
		a.room, a.memory = room, nil
		for range aheadMost {
			a.memory = append(a.memory, make([]byte, room+size))
		}
	}
	a.r, a.broken, a.panics = r, true, nil
	a.free = make(chan []byte, aheadMost)
	for _, m := range a.memory {
		a.free <- m
	}
	a.parts, a.stop = make(chan part, aheadMost*(1+size/aheadAtATime)), make(chan struct{})
	go a.run()
}

func (a *ahead) run() {
	defer close(a.parts)
	defer func() {
		if a.broken {
			a.panics = recover()
		}
	}()
	for memory := a.next(); memory != nil && a.fill(memory); {
		memory = a.next()
	}
	a.broken = false
}

// next returns free memory, or nil if reading is to stop.
func (a *ahead) next() []byte {
	select {
	case <-a.stop:
		return nil
	case memory := <-a.free:
		return memory
	}
}

// fill reads until memory is full, and reports whether to go on.
func (a *ahead) fill(memory []byte) bool {
	for at := a.room; at < len(memory); {
		n, err := readMuch(a, memory[at:min(at+aheadAtATime, len(memory))])
		p := part{memory, at, at + n, err}
		select {
		case <-a.stop:
			return false
		case a.parts <- p:
		}
		if p.err != nil {
			return false
		}
		at = p.end
	}
	return true
}

// Read reads, unless that is to stop.
func (a *ahead) Read(p []byte) (n int, err error) {
	select {
	case <-a.stop:
		return 0, errStopped
	default:
		return a.r.Read(p)
	}
}

var errStopped = errors.New("tokenizer: nobody wants to know any more")

// end waits until nothing is being read any more: one Read, at the most.
func (a *ahead) end() {
	close(a.stop)
	for range a.parts {
	}
	a.r = contextReader{}
	aheads.Put(a)
}

// breakToo does what the reader did instead of returning.
func (a *ahead) breakToo() {
	if a.panics == nil {
		runtime.Goexit()
	}
	panic(a.panics)
}

// readsAhead reports whether r is to be read ahead.
func (c *Checker) readsAhead(r io.Reader) bool {
	_, isRegular := regularSize(r)
	return (c.ahead || isRegular) && runtime.GOMAXPROCS(0) > 1
}

// regularSize reports whether r is a file whose bytes are there for the asking, and how many.
func regularSize(r io.Reader) (size int64, ok bool) {
	f, ok := r.(fs.File)
	if !ok {
		return 0, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Size(), true
}

// likelySize returns how much there is to be read, if that is known, or 0.
func likelySize(r io.Reader) int64 {
	size, _ := regularSize(r)
	if s, ok := r.(interface{ Size() int64 }); ok && size == 0 {
		return s.Size()
	}
	return size
}

// readOnAhead is readAhead where a beginning has been read. A CPU takes some time to wake up, so
// this one gets the rest of the segment to begin with, to have something to do until then.
func (c *Checker) readOnAhead(r contextReader) error {
	if most := c.segment + c.history; cap(c.buf) < most {
		c.grow(most)
	}
	n, err := readMuch(r, c.free())
	if err != nil {
		c.take(n)
		return c.verdict(r.ctx, cmp.Or(c.err, noEOF(err)))
	}
	return c.readAhead(r, n)
}

// readAhead is read for what another goroutine reads, after n bytes that are in memory already.
func (c *Checker) readAhead(r contextReader, n int) error {
	a, own := aheads.Get().(*ahead), c.buf
	a.begin(r, c.history+aheadRoom, c.segment+c.history)
	defer func() {
		a.end()
		c.buf = own[:0]
	}()
	if n > 0 {
		c.take(n)
	}
	return c.verdict(r.ctx, c.takeParts(a))
}

// readMuch reads until p is full, or there is an error. To hand over little at a time costs more
// than to read it.
func readMuch(r io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = readSome(r, p[n:])
		n += more
	}
	return n, err
}

// takeParts takes what is read, up to the end of that or of its being right.
func (c *Checker) takeParts(a *ahead) error {
	var memory []byte // that the last part was in
	for c.err == nil {
		p, ok := <-a.parts
		if !ok {
			a.breakToo()
		}
		if p.begin == a.room {
			c.leave(memory, p.memory[:a.room])
			if memory != nil {
				a.free <- memory
			}
			memory = p.memory
		}
		switch {
		case c.err != nil:
		case c.isIn(memory):
			c.take(p.end - p.begin)
		default:
			c.Write(memory[p.begin:p.end])
		}
		if c.err == nil && p.err != nil {
			return noEOF(p.err)
		}
	}
	return c.err
}

// leave moves c out of memory, if it is there, and to the end of room, so that it may go on
// with what comes there; or, if that is not enough for what c must keep, elsewhere.
func (c *Checker) leave(memory, room []byte) {
	if len(c.buf) > len(room) {
		if !c.checkpoint() {
			c.fail()
			return
		}
		c.forget()
	}
	switch at := len(room) - len(c.buf); {
	case at >= 0:
		c.buf = append(room[at:at], c.buf...)
		c.scanner.src = c.buf
	case c.isIn(memory):
		c.grow(2 * len(c.buf))
	}
}

// isIn reports whether c has its bytes at the end of memory.
func (c *Checker) isIn(memory []byte) bool {
	all := c.buf[:cap(c.buf)]
	return len(memory) > 0 && &all[len(all)-1] == &memory[len(memory)-1]
}
