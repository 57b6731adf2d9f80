package passing

import "sync"

// A feed gives the bytes of a body to an inspection, which reads them.
//
// The first bytes are kept, and a body that is not longer is inspected at its end, by the goroutine that calls end. For a longer body,
// the inspection has a goroutine of its own, which runs only while a call of start, write or end waits for it, and has ended when end
// returns. Therefore nothing depends on the scheduler, and the text of a write need not be copied. A coroutine of package iter would do
// the same, but a handler that locks its thread between two writes would end the program.
type feed struct {
	inspection inspection
	limit      int    // how many bytes are kept at most
	kept       []byte // until the inspection has started; afterwards, it belongs to the owner of the feed

	part     []byte        // what the inspection may read now
	err      error         // why there is nothing to read after part, or nil
	resume   chan struct{} // lets the goroutine run; nil if there is none
	paused   chan struct{} // has a value when the goroutine has read all of part, or has ended
	panicked any           // the value with which the inspection has panicked
	ended    bool          // the inspection has returned
}

// Read reads for the inspection.
func (f *feed) Read(p []byte) (n int, err error) {
	for len(f.part) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.paused <- struct{}{}
		<-f.resume
	}
	n = copy(p, f.part)
	f.part = f.part[n:]
	return n, nil
}

// keep keeps a part of the body until the inspection starts. It returns false if the part does not fit, or if the inspection has
// started.
func (f *feed) keep(part []byte) bool {
	if f.resume != nil || f.ended || len(f.kept)+len(part) > f.limit {
		return false
	}
	if f.kept == nil {
		f.kept = newBuffer()
	}
	f.kept = append(f.kept, part...)
	return true
}

// start starts the inspection with what has been kept.
func (f *feed) start() {
	if f.resume != nil || f.ended {
		return
	}
	f.resume, f.paused, f.part = make(chan struct{}), make(chan struct{}), f.kept
	go func() {
		defer func() {
			f.panicked = recover()
			f.paused <- struct{}{}
		}()
		f.inspect()
	}()
	f.wait()
}

// wait waits for the goroutine of the inspection, which reads nothing of part afterwards.
func (f *feed) wait() {
	<-f.paused
	f.part = nil
	if p := f.panicked; p != nil {
		f.panicked = nil
		panic(p)
	}
}

// inspect runs the inspection. Even if it panics, it has ended.
func (f *feed) inspect() {
	defer func() { f.ended = true }()
	f.inspection.read(f)
}

// write gives a part of the body to the inspection, which must have started. It keeps nothing of the part.
func (f *feed) write(part []byte) {
	if f.ended || len(part) == 0 {
		return
	}
	f.part = part
	f.resume <- struct{}{}
	f.wait()
}

// end ends the body and the inspection. The error is io.EOF if the body is complete.
func (f *feed) end(err error) {
	if f.ended {
		return
	}
	f.err = err
	if f.resume == nil {
		f.part = f.kept
		f.inspect()
		f.part = nil
		return
	}
	f.resume <- struct{}{}
	f.wait()
}

// free makes the memory for what has been kept available to other feeds.
func (f *feed) free() {
	if f.kept != nil {
		freeBuffer(f.kept)
		f.kept = nil
	}
}

// buffers has memory for the beginning of bodies, as *[]byte.
var buffers sync.Pool

const (
	firstBuffer = 4 << 10
	mostPooled  = 128 << 10
)

func newBuffer() []byte {
	if b, ok := buffers.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return make([]byte, 0, firstBuffer)
}

func freeBuffer(b []byte) {
	if cap(b) <= mostPooled {
		b = b[:0]
		buffers.Put(&b)
	}
}
