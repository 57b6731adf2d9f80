package tokenizer

import (
	"slices"
	"sync"
)

// A team is goroutines that make chunks by turns. Each checks what it has made, while that is in the
// caches of its CPU: there are CPUs so far from each other that it takes longer to fetch a chunk than
// to check it. The first goroutine is the one that reports the chunks, in the order of the input.
type team struct {
	next func(*chunk) (made, more bool) // makes a chunk
	most int                            // chunks at a time

	turn    sync.Mutex // for what follows
	flying  []*chunk   // chunks on their way, the first one first
	spare   [][]*chunk // those of each goroutine, the one used last at the end
	chunks  int        // how many there are
	used    int        // those that are not spare
	making  bool       // somebody is
	ended   bool       // nothing is to be made any more
	crash   crash      // of one of the others
	vacancy bell       // somebody may make a chunk
	news    bell       // for who reports
	started int        // goroutines; the first one was there
	others  sync.WaitGroup
}

// inReserve is how many chunks may be on their way beyond what goroutines are busy with: the one that
// has the first of them may get no CPU for a while.
const inReserve = 6

func newTeam(size int, next func(*chunk) (made, more bool)) *team {
	t := &team{next: next, most: 2*size + inReserve, spare: make([][]*chunk, size), started: 1}
	t.vacancy.cond.L, t.news.cond.L = &t.turn, &t.turn
	return t
}

// report returns the next chunk, which has been checked, or nil if there is none.
func (t *team) report() *chunk {
	t.turn.Lock()
	defer t.turn.Unlock()
	for {
		switch {
		case len(t.flying) > 0 && t.flying[0].checked:
			c := t.flying[0]
			t.flying = t.flying[1:]
			return c
		case t.crash.happened:
			t.crash.repeat()
		case t.ended && len(t.flying) == 0:
			return nil
		case t.mayMake():
			t.make(0)
		default:
			t.news.await()
		}
	}
}

// reported takes back what report has returned.
func (t *team) reported(c *chunk) {
	t.turn.Lock()
	defer t.turn.Unlock()
	t.giveBack(c)
	t.vacancy.ring()
}

// giveBack lets a goroutine use a chunk again that it has used.
func (t *team) giveBack(c *chunk) {
	t.spare[c.owner] = append(t.spare[c.owner], c)
	t.used--
}

// end waits for the others to end.
func (t *team) end() {
	t.turn.Lock()
	defer t.turn.Unlock()
	t.endMaking()
	t.aside(t.others.Wait)
	for _, chunks := range append(t.spare, t.flying) {
		for _, c := range chunks {
			freeMemory(c.memory)
		}
	}
}

func (t *team) endMaking() {
	t.ended = true
	t.vacancy.ringForAll()
}

// work makes chunks, as one of the others.
func (t *team) work(me int) {
	var crash crash
	defer func() {
		t.turn.Lock()
		defer t.turn.Unlock()
		if crash.happened {
			t.crash = crash
			t.endMaking()
			t.news.ring()
		}
	}()
	crash.watch(func() {
		t.turn.Lock()
		defer t.turn.Unlock()
		for !t.ended {
			if t.mayMake() {
				t.make(me)
			} else {
				t.vacancy.await()
			}
		}
	})
}

func (t *team) mayMake() bool { return !t.making && !t.ended && t.used < t.most }

// make makes a chunk and checks it, while others have their turn.
func (t *team) make(me int) {
	c := t.take(me)
	var made, more bool
	t.making = true
	t.aside(func() { made, more = t.next(c) })
	t.making = false
	if made {
		c.checked = false
		t.flying = append(t.flying, c)
	} else {
		t.giveBack(c)
	}
	if more {
		t.startOne()
		t.vacancy.ring()
	} else {
		t.endMaking()
	}
	t.news.ring()
	if made {
		t.aside(c.check)
		c.checked = true
		t.news.ring()
	}
}

// take returns a chunk to be made: one that the goroutine has used, or a new one, or, if there are as
// many as there may be, one of another.
func (t *team) take(me int) *chunk {
	t.used++
	who := me
	if len(t.spare[me]) == 0 {
		if t.chunks < t.most {
			t.chunks++
			return &chunk{owner: me}
		}
		who = slices.IndexFunc(t.spare, func(s []*chunk) bool { return len(s) > 0 })
	}
	last := len(t.spare[who]) - 1
	c := t.spare[who][last]
	t.spare[who] = t.spare[who][:last]
	c.owner = me
	return c
}

// startOne starts one of the others, if there is one left.
func (t *team) startOne() {
	if me := t.started; me < len(t.spare) {
		t.started++
		t.others.Go(func() { t.work(me) })
	}
}

// aside gives the lock away while it calls f.
func (t *team) aside(f func()) {
	t.turn.Unlock()
	defer t.turn.Lock()
	f()
}
