package contest

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/assayjson/assay/bench/internal/ruler"
)

// ErrRejected means that a contestant did not accept a valid input.
var ErrRejected = errors.New("rejects this input")

// A Local runs a contestant in this process. It is a [ruler.Lane].
type Local struct {
	Work   Work
	Chunks *Chunks
}

// Run implements [ruler.Lane].
func (l Local) Run(passes int) (s ruler.Sample, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	runtime.GC() // so that no contestant pays for the garbage of the previous one
	// This pass does not count. It brings the input back into the caches, and refills the buffer
	// pools of the peers, because the garbage collector empties every sync.Pool.
	if !l.Work.Pass(l.Chunks) {
		return s, ErrRejected
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := ruler.CPUTime()
	for range passes {
		if !l.Work.Pass(l.Chunks) {
			return s, ErrRejected
		}
	}
	s.CPU = ruler.CPUTime() - start
	runtime.ReadMemStats(&after)
	s.Allocs = after.Mallocs - before.Mallocs
	return s, nil
}

// An Outcome is the response of a contestant to a probe.
type Outcome struct {
	Out      []byte
	OK       bool
	Panicked bool
}

// Apply does the work on one chunk and recovers from a panic.
func Apply(w Work, chunk []byte) (o Outcome) {
	defer func() {
		if recover() != nil {
			o = Outcome{Panicked: true}
		}
	}()
	o.Out, o.OK = w.Apply(chunk)
	return o
}
