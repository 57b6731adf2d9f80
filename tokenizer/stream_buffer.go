package tokenizer

import (
	"bytes"
	"errors"
	"io"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
)

// A streamBuffer is the stream of a [Tokenizer]: the part that is in memory, and what must be
// remembered of what is not.
//
// The scanner always stands between tokens. What it has passed may go when memory is short,
// but for a little history. A token that has been cut stays until all of it has come.
type streamBuffer struct {
	r         io.Reader
	err       error // why nothing more comes: of r, io.EOF, or errLimit
	over      int   // how much has come beyond that limit
	buf       []byte
	positions place.StreamPositions
	path      path

	borrowed bool // buf is a document in memory, and there is no r

	begun     bool  // the byte order mark has been passed, if there is one
	indexFrom int64 // offset in the input from which on an index may be of use

	window  int   // how much memory is used for what has not been passed, if that will do
	history int   // what is kept of what has been: one byte at least, which may be a CR
	judged  int   // so much must be there for the kernel to judge all of it
	wary    int64 // so much after an error is left to the scanner
}

const (
	bufferWindow  = 60 << 10 // with the history, 64 KiB
	bufferHistory = scan.DetectedAround
	bufferBegin   = 8 << 10 // memory to begin with
	bufferJudged  = 1 << 10 // less than that is not worth it
	bufferWary    = 1 << 8  // errors keep company
)

// errLimit is the error of a stream that has come to [MaxBytes].
var errLimit = errors.New("tokenizer: the input is too long")

// newStreamBuffer returns a buffer. A chunk greater than 0 is for tests: it is the size of the window, and the kernels
// take whatever there is.
func newStreamBuffer(chunk int) *streamBuffer {
	if chunk > 0 {
		return &streamBuffer{window: chunk, history: bufferHistory}
	}
	return &streamBuffer{window: bufferWindow, history: bufferHistory, judged: bufferJudged, wary: bufferWary}
}

func (f *streamBuffer) reset(r io.Reader) {
	if f.borrowed {
		f.buf, f.borrowed = nil, false
	}
	f.positions.Reset()
	f.path.reset()
	f.r, f.err, f.over, f.begun, f.indexFrom = r, nil, 0, false, 0
	if f.buf = f.buf[:0]; cap(f.buf) > f.most() {
		f.buf = nil
	}
}

// most is how much memory is used as long as no token asks for more.
func (f *streamBuffer) most() int { return f.window + f.history }

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

func (f *streamBuffer) moveTo(size int) {
	if size != cap(f.buf) {
		f.buf = append(make([]byte, 0, size), f.buf...)
	}
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

// stop ends the document where nothing more comes of it.
func (t *Tokenizer) stop() {
	s := &t.scanner
	switch f := t.buffer; {
	case f != nil && f.err == errLimit:
		n := len(f.buf)
		s.Src = f.buf[:n+f.over] // the place may depend on what comes after it
		s.TooLong(n)
		t.failHere()
	case f != nil && f.err != io.EOF:
		t.fail(f.err)
	case !s.End():
		t.failHere()
	default:
		t.fail(io.EOF)
	}
}

// failHere ends the document with the scanner's fault.
func (t *Tokenizer) failHere() {
	s, f := &t.scanner, t.buffer
	if r := &t.recovery; t.mode.keepGoing {
		t.inOrder()
		r.pending, r.ends = true, isLast(s.Fault.Kind)
		if r.unsure && isEnd(s.Fault.Kind) {
			t.fail(io.EOF) // it follows from the last error
			r.pending = false
			return
		}
		if at := s.FaultOffset(); !r.ends && at > scan.DetectedAround && t.follows(at) {
			t.fail(errFollows)
			return
		}
	}
	switch {
	case f == nil:
		t.fail(errorOf(s.Report()))
	case f.positions.Base == 0 && !t.mode.keepGoing:
		t.fail(errorOf(s.EarlyError()))
	default:
		t.leaveMarks()
		e := s.StreamError()
		if t.recovery.told++; t.recovery.told <= mostPointers {
			n := len(f.path.levels)
			if e.Kind == scan.DuplicateName {
				f.path.named(s.Fault.Offset)
			}
			if e.Container && n > 0 {
				n--
			}
			e.Gone.HasPointer = true
			if e.Kind != scan.InputTooLong { // which has none
				e.Gone.Pointer = f.path.pointer(s.Src, n, n == len(f.path.levels))
			}
		}
		t.recovery.ends = t.recovery.ends || t.mode.keepGoing && explain.Explainer{Report: e}.IsForeign()
		t.fail(errorOf(e))
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
