package lint

import "io"

// An aheadReader reads ahead of who reads from it, and looks at what it has read: so one CPU
// reads and looks while another one works on what came before. To wake a CPU takes as long as one
// portion lasts, some 50 µs; only with many of them on their way does nobody wait for that.
type aheadReader struct {
	r    io.Reader
	look func([]byte) error // at what has been read; an error ends the reading

	read chan []byte // portions
	free chan []byte // memory for others
	stop chan struct{}
	err  error // after the last portion

	portion []byte // that is being handed out
	left    []byte // of it
}

const (
	aheadPortion = 128 << 10
	aheadMost    = 16 // portions on their way
)

// begin begins to read. What is in head has been read before.
func (a *aheadReader) begin(head []byte, r io.Reader, look func([]byte) error) {
	a.r, a.look, a.err = r, look, nil
	a.read, a.stop = make(chan []byte, 1+aheadMost), make(chan struct{})
	if a.free == nil {
		a.free = make(chan []byte, aheadMost)
		for range aheadMost {
			a.free <- make([]byte, aheadPortion)
		}
	}
	go a.run(head)
}

func (a *aheadReader) run(head []byte) {
	defer close(a.read)
	if !a.pass(head, nil) {
		return
	}
	for !a.stopped() {
		select {
		case <-a.stop:
			return
		case b := <-a.free:
			n, err := a.r.Read(b)
			if !a.pass(b[:n], err) {
				return
			}
		}
	}
}

// stopped is asked before each portion, since a select that could go on either way tosses a coin.
func (a *aheadReader) stopped() bool {
	select {
	case <-a.stop:
		return true
	default:
		return false
	}
}

// pass hands a portion on, looks at it, and reports whether another one is to come.
func (a *aheadReader) pass(portion []byte, err error) bool {
	a.read <- portion
	if a.err = a.look(portion); a.err == nil {
		a.err = err
	}
	return a.err == nil
}

// Read hands out what has been read, and then the error.
func (a *aheadReader) Read(p []byte) (n int, err error) {
	if len(a.left) == 0 {
		a.giveBack()
		portion, ok := <-a.read
		if !ok {
			return 0, a.err
		}
		a.portion, a.left = portion, portion
	}
	n = copy(p, a.left)
	a.left = a.left[n:]
	return n, nil
}

// giveBack frees the memory of the portion, unless that is the head.
func (a *aheadReader) giveBack() {
	if cap(a.portion) == aheadPortion {
		a.free <- a.portion[:aheadPortion]
	}
	a.portion = nil
}

// end waits until nothing is read any more: at most one portion more.
func (a *aheadReader) end() {
	close(a.stop)
	a.giveBack()
	for a.portion = range a.read {
		a.giveBack()
	}
	a.left = nil
}
