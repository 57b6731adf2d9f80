package tokenizer

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// fill reads more input, or sets err. Afterwards, buf has at most n bytes from the scanner's
// position on, unless it already had more.
func (f *streamBuffer) fill(n int) {
	if !f.begun {
		f.reserve()
	}
	if cap(f.buf)-len(f.buf) < jsonsimd.IndexUnit || f.isOversized() {
		f.makeRoom(n)
		f.scanner.Src = f.buf // before the reader is called, which may panic
	}
	var read int
	read, f.err = reading.Some(f.r, f.buf[len(f.buf):f.roundedRoom(min(cap(f.buf), f.scanner.Pos+n))])
	f.buf = f.buf[:len(f.buf)+read]
	if f.err == reading.ErrPause {
		f.err, f.pauses = nil, true
	}
	if over := f.positions.Base + int64(len(f.buf)) - f.scanner.MaxBytes; over > 0 {
		f.over, f.err = int(over), errLimit
		f.buf = f.buf[:len(f.buf)-f.over]
	}
	f.scanner.Src = f.buf
}

// fillTo reads until src has n bytes or the input ends. It makes room for more than n bytes,
// because another error may follow soon, and the text should not be moved for each error.
func (f *streamBuffer) fillTo(n int) {
	n -= f.scanner.Pos
	for f.err == nil && len(f.scanner.Src)-f.scanner.Pos < n {
		f.fill(max(n, min(2*n, f.scanner.MaxToken)))
	}
}

// fillWord reads until the number or literal at the scanner's position ends, or until twice as much
// of it is in memory as before. The total time is therefore linear, however short the reads are.
func (f *streamBuffer) fillWord() {
	s := f.scanner
	seen := len(s.Src) - s.Pos
	for most := 2 * seen; f.err == nil && seen < most && seen <= s.MaxToken; {
		f.fill(s.MaxToken + 1)
		for seen < len(s.Src)-s.Pos {
			if !syntax.LooksNumeric(s.Src[s.Pos+seen]) {
				return
			}
			seen++
		}
	}
}

// makeRoom makes room in a buffer that is almost full. Afterwards the buffer has room for at most n
// bytes from the scanner's position on. The caller must set the scanner's Src.
func (f *streamBuffer) makeRoom(n int) {
	if size := cap(f.buf); size < f.most() {
		f.moveTo(min(max(4*size, bufferBegin), f.most()))
		return
	}
	f.slide()
	if cap(f.buf)-len(f.buf) <= f.window/4 {
		if size := min(2*cap(f.buf), f.scanner.Pos+n); size > cap(f.buf) {
			f.grow(size)
		}
	}
}

// slide drops the text that has been consumed, except for the history.
func (f *streamBuffer) slide() {
	s := f.scanner
	streamscan.Settle(s)
	f.trail.Path.Settle(s.Src)
	gone := max(s.Pos-f.history, 0)
	switch x := f.walk.index; {
	case x == nil:
	case s.Pos-x.Read > f.judged:
		f.walk.free() // an index would keep white space in memory that only the scanner has consumed
		f.indexFrom = f.inputOffset()
	default:
		x.Drop(s.Src, s.Pos)
		gone = min(gone, max(x.Read-f.history, 0))
		if x.Since < gone && !x.Ended {
			x.Pause() // after a pause, the index no longer needs the text that is dropped here
		}
		x.ForgetBytes(gone)
	}
	streamscan.Forget(s, gone)
	isOversized := f.isOversized()
	f.buf = f.buf[:copy(f.buf, f.buf[gone:])]
	if isOversized && len(f.buf) < f.most() {
		f.shrink()
	}
	s.Pos -= gone
	s.From -= gone
	s.Scanned -= gone
}

// skipBOM skips a byte order mark.
func (t *Tokenizer) skipBOM() {
	f, s := t.buffer, &t.scanner
	isCut := func() bool {
		return len(s.Src) < len(scan.BOM) && bytes.HasPrefix([]byte(scan.BOM), s.Src)
	}
	for f.err == nil && isCut() {
		f.fill(s.MaxToken)
	}
	f.begun = true
	if s.SkipBOM() {
		return
	}
	f.fillTo(s.Fault.Length + flaw.Lookahead) // what the text is depends on what follows
	if f.err == errLimit && !s.Fault.IsCertain(len(s.Src)) {
		t.stop()
		return
	}
	if t.failHere(); t.mode.keepGoing {
		s.Pos = s.Fault.Length
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
	f.fill(t.scanner.MaxToken)
	if !f.begun {
		t.skipBOM()
	}
	return t.err == nil
}
