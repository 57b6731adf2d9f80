package tokenizer

import (
	"cmp"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// A relay is two goroutines that share the work on a stream. Each task is done for one segment after
// the other; but while one goroutine checks a segment, the other reads the next one.
//
// A goroutine goes on with the segment that it has at hand, if it can: the bytes are in the caches
// of its CPU. But it takes over any task rather than wait, so nothing is lost if the other one gets no
// CPU.
type relay struct {
	checker  *Checker
	reader   contextReader
	segments [3]relayed

	turn    sync.Mutex     // for who looks for a task
	done    [numTasks]int  // of how many segments
	busy    [numTasks]bool // somebody has that task
	ended   bool           // nothing is to be read any more
	err     error          // what the stream ends with, of the reader or the checker
	changed sync.Cond      // done and busy have
	changes atomic.Uint32

	duplicate bool        // a name is; for who walks
	stopped   atomic.Bool // nobody wants to know any more

	second chan struct{} // closed when that goroutine has ended
	broken bool          // because the reader has not returned
	panics any           // but with this, or for runtime.Goexit
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
	read         int   // bytes of memory
	err          error // that came after these
	marks        []uint32
	walks        []nameWalk
}

var relays = sync.Pool{New: func() any {
	r := new(relay)
	r.changed.L = &r.turn
	return r
}}

// newRelay returns a relay with so much memory for each segment.
func newRelay(c *Checker, in contextReader, room, size int) *relay {
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
	r.duplicate, r.broken, r.panics = false, false, nil
	r.stopped.Store(false)
	r.second = make(chan struct{})
	return r
}

// free lets another stream have the memory.
func (r *relay) free() {
	r.checker, r.reader = nil, contextReader{}
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
		r.work()
	}()
	c := r.checker
	c.await = nil
	switch {
	case r.duplicate: // before all else that may be wrong: that is found in what comes later
		c.scanner.fail(DuplicateName, 0, 0) // nobody asks where
		c.fail()
	case c.err == nil && r.broken:
		r.breakToo()
	}
	return cmp.Or(c.err, r.err)
}

func (r *relay) runSecond() {
	defer close(r.second)
	defer func() {
		if r.broken {
			r.panics = recover()
		}
	}()
	r.broken = true
	r.work()
	r.broken = false
}

// breakToo does what the reader did instead of returning.
func (r *relay) breakToo() {
	if r.panics == nil {
		runtime.Goexit()
	}
	panic(r.panics)
}

// work takes one task after the other.
func (r *relay) work() {
	atHand := -1
	for {
		t, ok := r.take(atHand)
		if !ok {
			return
		}
		atHand = r.do(t)
	}
}

// take takes a task, preferably one for the segment at hand, or waits for one. It returns false if
// there will be none.
func (r *relay) take(atHand int) (t task, ok bool) {
	r.turn.Lock()
	defer r.turn.Unlock()
	for {
		if t, ok = r.choose(atHand); ok {
			r.busy[t] = true
			return t, true
		}
		if r.isOver() {
			return 0, false
		}
		r.wait()
	}
}

// choose returns a task that may be done now.
func (r *relay) choose(atHand int) (choice task, ok bool) {
	for _, t := range [...]task{toCheck, toWalk, toRead} {
		if !r.may(t) {
			continue
		}
		if r.done[t] == atHand {
			return t, true
		}
		if !ok {
			choice, ok = t, true
		}
	}
	return choice, ok
}

// may reports whether a task may be done now for the segment whose turn it is.
func (r *relay) may(t task) bool {
	next, walked := r.done[t], r.done[toWalk]
	if r.busy[t] {
		return false
	}
	switch t {
	case toRead:
		return !r.ended && next < walked+len(r.segments)
	case toCheck: // nobody may walk over what the next segment has room for
		return r.err == nil && next < r.done[toRead] && next+1 < walked+len(r.segments)
	default:
		return next < r.done[toCheck]
	}
}

// isOver reports whether nothing will be checked any more.
func (r *relay) isOver() bool {
	return r.err != nil || r.ended && r.done[toRead] == r.done[toCheck]
}

// wait waits for a change: awake at first, for to be woken takes about as long as a task.
func (r *relay) wait() {
	const (
		looks = 30_000
		aside = 64 // looks, between which others may go first
	)
	seen := r.changes.Load()
	r.turn.Unlock()
	for i := range looks {
		if r.changes.Load() != seen {
			break
		}
		if i%aside == aside-1 {
			runtime.Gosched()
		}
	}
	r.turn.Lock()
	for r.changes.Load() == seen {
		r.changed.Wait()
	}
}

// do does a task that has been taken, and returns for which segment.
func (r *relay) do(t task) (segment int) {
	err := errStopped // should the reader not return
	defer func() { r.finish(t, err) }()
	segment = r.done[t]
	s := r.segment(segment)
	switch t {
	case toRead:
		err = r.read(s)
	case toCheck:
		err = r.check(segment)
	case toWalk:
		r.walk(s)
		err = nil
	}
	return segment
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
	r.changes.Add(1)
	r.changed.Signal()
}

// read reads a segment, less of it only before an error.
func (r *relay) read(s *relayed) error {
	const atATime = 128 << 10
	s.read, s.err = 0, errStopped
	for s.read < len(s.memory) {
		n, err := readSome(r, s.memory[s.read:min(s.read+atATime, len(s.memory))])
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
func (r *relay) check(segment int) error {
	s, c := r.segment(segment), r.checker
	if c.placeless && c.uniqueNames {
		c.await = func() bool { return r.walkUpTo(segment) }
		c.marks = append(s.marks[:0], c.marks...)
	}
	if c.isIn(s.memory) {
		c.add(s.read)
	} else {
		c.Write(s.memory[:s.read])
	}
	err := cmp.Or(c.err, s.err)
	if err == nil {
		err = c.leave(s.memory, r.segment(segment+1).room)
	}
	if err != nil {
		r.stopped.Store(true)
	}
	s.walks = append(s.walks, c.walks...)
	c.walks = forgetWalks(c.walks)
	return err
}

// walkUpTo has the names walked over that come before a segment, which is being checked, and reports
// whether they are unique.
func (r *relay) walkUpTo(segment int) bool {
	r.turn.Lock()
	defer r.turn.Unlock()
	for r.done[toWalk] < segment {
		if !r.may(toWalk) {
			r.wait()
			continue
		}
		r.busy[toWalk] = true
		r.turn.Unlock()
		r.do(toWalk)
		r.turn.Lock()
	}
	return !r.duplicate
}

// walk walks over the names of a segment.
func (r *relay) walk(s *relayed) {
	if !r.duplicate && !r.checker.scanner.names.runAll(s.walks) {
		r.duplicate = true
		r.stopped.Store(true)
	}
	for _, w := range s.walks {
		if n := cap(w.marks); cap(s.marks) < n && n <= mostMarks {
			s.marks = w.marks[:0]
		}
	}
	s.walks = forgetWalks(s.walks)
}
