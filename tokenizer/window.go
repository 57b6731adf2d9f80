package tokenizer

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// fill reads more input, or sets buffer.err. Afterwards, buf has at most n bytes from the scanner's
// position on, unless it already had more.
func (t *Tokenizer) fill(n int) {
	f, s := t.buffer, &t.scanner
	if !f.begun {
		f.begin()
	}
	if cap(f.buf)-len(f.buf) < jsonsimd.IndexUnit || f.isOversized(s.Pos) {
		t.makeRoom(n)
	}
	if r, ok := f.r.(reading.Follower); ok {
		r.Passed(reading.Offset(t.InputOffset()))
	}
	var read int
	read, f.err = reading.Some(f.r, f.buf[len(f.buf):f.roundedRoom(t.walk.index, min(cap(f.buf), s.Pos+n))])
	f.buf = f.buf[:len(f.buf)+read]
	if over := f.positions.Base + int64(len(f.buf)) - s.MaxBytes; over > 0 {
		f.over, f.err = int(over), errLimit
		f.buf = f.buf[:len(f.buf)-f.over]
	}
	s.Src = f.buf
}

// makeRoom makes room in a buffer that is almost full. Afterwards the buffer has room for at most n
// bytes from the scanner's position on.
func (t *Tokenizer) makeRoom(n int) {
	f, s := t.buffer, &t.scanner
	if size := cap(f.buf); size < f.most() {
		f.moveTo(min(max(4*size, bufferBegin), f.most()))
		return
	}
	t.slide()
	if cap(f.buf)-len(f.buf) <= f.window/4 {
		if size := min(2*cap(f.buf), s.Pos+n); size > cap(f.buf) {
			f.grow(size)
		}
	}
	s.Src = f.buf
}

// slide drops the text that has been consumed, except for the history.
func (t *Tokenizer) slide() {
	f, s := t.buffer, &t.scanner
	streamscan.Settle(s)
	f.trail.Path.Settle(s.Src)
	gone := s.Pos
	if x := t.walk.index; x != nil && s.Pos-x.Read > f.judged {
		t.walk.free() // an index would keep white space in memory that only the scanner has consumed
		f.indexFrom = t.InputOffset()
	}
	if x := t.walk.index; x != nil {
		x.Drop(s.Src, s.Pos)
		gone = min(gone, x.Read)
	}
	gone = max(gone-f.history, 0)
	if x := t.walk.index; x != nil && x.Since < gone && !x.Ended {
		x.Pause() // after a pause, the index no longer needs the text that is dropped here
	}
	streamscan.Forget(s, gone)
	isOversized := f.isOversized(s.Pos)
	f.buf = f.buf[:copy(f.buf, f.buf[gone:])]
	if isOversized && len(f.buf) < f.most() {
		f.shrink()
	}
	s.Src = f.buf
	s.Pos -= gone
	s.From -= gone
	s.Scanned -= gone
	if t.walk.index != nil {
		t.walk.index.ForgetBytes(gone)
	}
}

// begin skips a byte order mark.
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

// readsOn reads more input at the end of src. If there is no more input, it ends the document and
// returns false.
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
