package tokenizer

import (
	"cmp"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
)

// A relay is two goroutines that share the work on a stream. Each task is done for one segment after
// the other; but while one goroutine checks a segment, the other reads the next one.
//
// A segment stays with the goroutine that has read it: the bytes are in the caches of its CPU. Only
// where that one gets no CPU, the other takes over.
type relay struct {
	checker  *checker
	reader   *reading.ContextReader
	segments [2]relayed

	turn    sync.Mutex     // for who looks for a task
	done    [numTasks]int  // of how many segments
	busy    [numTasks]bool // somebody has that task
	ended   bool           // nothing is to be read any more
	err     error          // what the stream ends with, of the reader or the checker
	changed bell           // done and busy have

	duplicate bool        // a name is; for who walks
	stopped   atomic.Bool // nobody wants to know any more

	second chan struct{} // closed when that goroutine has ended
	crash  crash         // of it, because of the reader
}

// A task of a relay.
type task int

const (
	toRead  task = iota
	toCheck      // and to leave what is not judged to the next segment
	toWalk       // over the names, if the check has put that off
	numTasks
)

// relayed is what a segment consists of, with room before it for what is left of the last one.
type relayed struct {
	room, memory []byte
	owner        int   // the goroutine that has read it
	read         int   // bytes of memory
	err          error // that came after these
	marks        []uint32
	walks        []scan.NameWalk
}

var relays = sync.Pool{New: func() any {
	r := new(relay)
	r.changed.cond.L = &r.turn
	return r
}}

// newRelay returns a relay with so much memory for each segment.
func newRelay(c *checker, in *reading.ContextReader, room, size int) *relay {
	r := relays.Get().(*relay)
	r.checker, r.reader = c, in
	for i := range r.segments {
		s := &r.segments[i]
		if len(s.room) != room || len(s.memory) != size {
			memory := make([]byte, room+size)
			s.room, s.memory = memory[:room], memory[room:]
		}
	}
	r.done, r.busy, r.ended, r.err = [numTasks]int{}, [numTasks]bool{}, false, nil
	r.duplicate, r.crash = false, crash{}
	r.stopped.Store(false)
	r.second = make(chan struct{})
	return r
}

// free lets another stream have the memory.
func (r *relay) free() {
	r.checker, r.reader = nil, nil
	relays.Put(r)
}

// run does all, with another goroutine, which has ended when it returns.
func (r *relay) run() error {
	go r.runSecond()
	func() {
		defer func() {
			r.stopped.Store(true)
			<-r.second
		}()
		r.work(0)
	}()
	c := r.checker
	c.await = nil
	switch {
	case r.duplicate: // before all else that may be wrong: that is found in what comes later
		c.scanner.Fail(scan.DuplicateName, 0, 0) // nobody asks where
		c.fail()
	case c.err == nil && r.crash.happened:
		r.crash.repeat()
	}
	return cmp.Or(c.err, r.err)
}

func (r *relay) runSecond() {
	defer close(r.second)
	r.crash.watch(func() { r.work(1) })
}

// work does one task after the other, as one of the goroutines.
func (r *relay) work(me int) {
	for {
		t, ok := r.take(me, toRead, r.isOver)
		if !ok {
			return
		}
		r.do(t, me)
	}
}

// take takes a task, the first one or a later one, or waits for one. It returns false if it is over.
func (r *relay) take(me int, first task, isOver func() bool) (t task, ok bool) {
	r.turn.Lock()
	defer r.turn.Unlock()
	for !isOver() {
		t, ok = r.choose(me, first)
		if !ok && !r.changed.stayAwake() {
			t, ok = r.choose(anyone, first)
			if !ok {
				r.changed.sleep()
			}
		}
		if ok {
			r.busy[t] = true
			if t == toRead {
				r.segment(r.done[t]).owner = me
			}
			return t, true
		}
	}
	return 0, false
}

const anyone = -1

// choose returns a task that may be done now. That an owner is asked for does not matter to who reads.
func (r *relay) choose(owner int, first task) (t task, ok bool) {
	for t := numTasks - 1; t >= first; t-- {
		if r.may(t) && (t == toRead || owner == anyone || owner == r.segment(r.done[t]).owner) {
			return t, true
		}
	}
	return 0, false
}

// may reports whether a task may be done now for the segment whose turn it is.
func (r *relay) may(t task) bool {
	if r.busy[t] {
		return false
	}
	switch t {
	case toRead:
		return !r.ended && r.done[toRead] < r.done[toWalk]+len(r.segments)
	case toCheck:
		return r.err == nil && r.done[toCheck] < r.done[toRead]
	default:
		return r.done[toWalk] < r.done[toCheck]
	}
}

// isOver reports whether nothing is to be done any more, unless it be to read in vain.
func (r *relay) isOver() bool {
	checked := r.done[toCheck]
	return (r.err != nil || r.ended && r.done[toRead] == checked) && r.done[toWalk] == checked
}

// do does a task that has been taken.
func (r *relay) do(t task, me int) {
	err := errStopped // should the reader not return
	defer func() { r.finish(t, err) }()
	switch i := r.done[t]; t {
	case toRead:
		err = r.read(r.segment(i))
	case toCheck:
		err = r.check(i, me)
	case toWalk:
		r.walk(r.segment(i))
		err = nil
	}
}

// segment returns one of the segments of the stream, the memory of which is used in turn.
func (r *relay) segment(i int) *relayed { return &r.segments[i%len(r.segments)] }

// finish lets others know that a task has been done.
func (r *relay) finish(t task, err error) {
	r.turn.Lock()
	defer r.turn.Unlock()
	r.busy[t] = false
	r.done[t]++
	switch t {
	case toRead:
		r.ended = err != nil
	case toCheck:
		r.err = err
	}
	r.changed.ring()
}

// read reads a segment, less of it only before an error.
func (r *relay) read(s *relayed) error {
	const atATime = 128 << 10
	s.read, s.err = 0, errStopped
	for s.read < len(s.memory) {
		n, err := reading.Some(r, s.memory[s.read:min(s.read+atATime, len(s.memory))])
		s.read += n
		if err != nil {
			s.err = err
			return err
		}
	}
	s.err = nil
	return nil
}

// Read reads, unless nobody wants to know any more.
func (r *relay) Read(p []byte) (n int, err error) {
	if r.stopped.Load() {
		return 0, errStopped
	}
	return r.reader.Read(p)
}

var errStopped = errors.New("tokenizer: nobody wants to know any more")

// check checks a segment, and leaves what is not judged to the next one. It returns what the stream
// ends with there, or nil.
func (r *relay) check(segment, me int) error {
	s, c := r.segment(segment), r.checker
	if c.placeless && c.UniqueNames {
		c.await = func() bool { return r.walkUpTo(segment, me) }
		c.marks = append(s.marks[:0], c.marks...)
	}
	if c.isIn(s.memory) {
		c.add(s.read)
	} else {
		c.Write(s.memory[:s.read])
	}
	err := cmp.Or(c.err, s.err)
	if err == nil {
		r.walkUpTo(segment+2-len(r.segments), me) // what is in the memory of the next one
		err = c.leave(s.memory, r.segment(segment+1).room)
	}
	if err != nil {
		r.stopped.Store(true)
	}
	s.walks = append(s.walks, c.walks...)
	c.walks = forgetWalks(c.walks)
	return err
}

// walkUpTo has the names walked over that come before a segment, and reports whether they are unique.
func (r *relay) walkUpTo(segment, me int) bool {
	for {
		t, ok := r.take(me, toWalk, func() bool { return r.done[toWalk] >= segment })
		if !ok {
			return !r.duplicate
		}
		r.do(t, me)
	}
}

// walk walks over the names of a segment.
func (r *relay) walk(s *relayed) {
	if !r.duplicate && !r.checker.scanner.Names.RunAll(s.walks) {
		r.duplicate = true
		r.stopped.Store(true)
	}
	for _, w := range s.walks {
		if n := cap(w.Marks); cap(s.marks) < n && n <= index.MostMarks {
			s.marks = w.Marks[:0]
		}
	}
	s.walks = forgetWalks(s.walks)
}
