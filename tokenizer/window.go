package tokenizer

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
)

// fill reads some more, or sets buffer.err. There will be at most n bytes behind the scanner,
// where there are less than that now.
func (t *Tokenizer) fill(n int) {
	f, s := t.buffer, &t.scanner
	if cap(f.buf)-len(f.buf) < jsonsimd.IndexUnit || t.isOversized() {
		t.makeRoom(n)
	}
	if r, ok := f.r.(reading.Follower); ok {
		r.Passed(reading.Offset(t.InputOffset()))
	}
	var read int
	read, f.err = reading.Some(f.r, f.buf[len(f.buf):t.roundedRoom(min(cap(f.buf), s.Pos+n))])
	f.buf = f.buf[:len(f.buf)+read]
	if over := f.positions.Base + int64(len(f.buf)) - s.MaxBytes; over > 0 {
		f.over, f.err = int(over), errLimit
		f.buf = f.buf[:len(f.buf)-f.over]
	}
	s.Src = f.buf
}

// roundedRoom returns end, or where units of the index end before, so that a reader that has
// enough leaves nothing to the scanner.
func (t *Tokenizer) roundedRoom(end int) int {
	if t.index != nil {
		if rest := (end - t.index.Read) % jsonsimd.IndexUnit; end-rest > len(t.buffer.buf) {
			return end - rest
		}
	}
	return end
}

// makeRoom makes room in a buffer that is as good as full, for n bytes behind the scanner at
// most.
func (t *Tokenizer) makeRoom(n int) {
	f, s := t.buffer, &t.scanner
	if size := cap(f.buf); size < f.most() {
		f.moveTo(min(max(4*size, bufferBegin), f.most()))
		return
	}
	t.slide()
	if cap(f.buf)-len(f.buf) <= f.window/4 {
		f.moveTo(min(2*cap(f.buf), max(s.Pos+n, cap(f.buf))))
	}
	s.Src = f.buf
}

// isOversized reports whether the memory is what a token needed that has gone.
func (t *Tokenizer) isOversized() bool {
	f := t.buffer
	return cap(f.buf) > f.most() && len(f.buf)-t.scanner.Pos <= f.window/2
}

// slide gives memory free of what has been passed, but for the history.
func (t *Tokenizer) slide() {
	f, s := t.buffer, &t.scanner
	s.Settle()
	f.path.settle(s.Src)
	gone := s.Pos
	if x := t.index; x != nil && s.Pos-x.Read > f.judged {
		t.free() // only the scanner passes white space, and what the index has not read would have to stay
		f.indexFrom = t.InputOffset()
	}
	if x := t.index; x != nil {
		x.Drop(s.Src, s.Pos)
		gone = min(gone, x.Read)
	}
	gone = max(gone-f.history, 0)
	if x := t.index; x != nil && x.Since < gone && !x.Ended {
		x.Pause() // if there is an error, it shows with what comes next
	}
	isOversized := t.isOversized()
	f.buf = f.buf[:copy(f.buf, f.buf[gone:])]
	if isOversized && len(f.buf) < f.most() {
		f.moveTo(f.most())
	}
	s.Src = f.buf
	s.Pos -= gone
	s.From -= gone
	f.positions.Forget(gone)
	if t.index != nil {
		t.index.ForgetBytes(gone)
	}
}

// begin passes a byte order mark.
func (t *Tokenizer) begin() {
	f, s := t.buffer, &t.scanner
	isCut := func() bool {
		return len(s.Src) < len(scan.BOM) && bytes.HasPrefix([]byte(scan.BOM), s.Src)
	}
	for f.err == nil && isCut() {
		t.fill(s.MaxToken)
	}
	f.begun = true
	if !s.SkipBOM() {
		if t.failHere(); t.mode.keepGoing {
			s.Pos = s.Fault.Length
		}
	}
}

// readsOn reads on at the end of src. It returns false if nothing more comes, and ends the
// document.
func (t *Tokenizer) readsOn() bool {
	f := t.buffer
	if f == nil || f.err != nil {
		t.stop()
		return false
	}
	t.fill(t.scanner.MaxToken)
	if !f.begun {
		t.begin()
	}
	return t.err == nil
}
