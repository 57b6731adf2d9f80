package tokenizer

import (
	"io"
	"math"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// refill gets more marks. If it returns false, the document has ended, or the scanner must
// continue.
func (t *Tokenizer) refill() bool {
	if t.buffer != nil {
		return t.refillFromBuffer()
	}
	x := t.index
	if x == nil {
		return false
	}
	if x.More(t.scanner.Src, t.next) {
		t.inspector.Seen -= t.next
		t.marks, t.base, t.next = x.Marks[:x.Trusted], x.Base, 0
		t.text, t.offset = index.TextOf(t.scanner.Src[x.Base:]), int64(x.Base)
		if t.inspector.wanted && !t.inspect() {
			x.Ended, x.Valid = true, false // the walk must stop at the end of these marks
		}
		return true
	}
	if x.Valid {
		t.err = io.EOF
	}
	t.free()
	return false
}

// refillFromBuffer is like refill, but for a stream. While there are too few bytes for the kernel,
// the scanner continues. When there are enough bytes again, refillFromBuffer makes an index that
// starts at the scanner's position.
func (t *Tokenizer) refillFromBuffer() bool {
	f, s := t.buffer, &t.scanner
	t.leaveMarks()
	if t.inspector.stopped {
		t.inspector.stopped, t.inspector.resumes = false, true
		return false
	}
	resumes := t.inspector.resumes
	t.inspector.resumes = false
	if !f.begun {
		if !t.readsOn() {
			return false
		}
		if t.beginWhole(); t.index != nil {
			return t.walk()
		}
	}
	many, atEnd := f.judged, f.err == io.EOF
	if atEnd {
		many = 0
	}
	least := max(many, index.LeastIndexed)
	if f.borrowed && t.mode.onlyErrors {
		least = max(f.skimmed, least) // skim is faster in a short text with an error
	}
	if t.index == nil && t.InputOffset() >= f.indexFrom && len(s.Src)-s.Pos >= least {
		t.beginIndex()
	}
	x := t.index
	if x == nil || !atEnd && len(s.Src)-x.Read < jsonsimd.IndexUnit && x.Read-s.Pos < many {
		return false
	}
	if x.Drop(s.Src, s.Pos); x.Trusted >= index.LeastMarks && !resumes {
		return false // the remaining marks are those of an incomplete token
	}
	x.Follow(s.Src, s.Pos, many, atEnd)
	if x.InList {
		x.EndBeforeClosing(s.Src, s.Nesting.Depth)
	}
	if x.Trusted < index.LeastMarks {
		if x.Ended {
			t.free()
		}
		return false
	}
	return t.walk()
}

// walk starts to walk over the trusted marks of the index of a stream. It returns false if the scanner must read the next token.
func (t *Tokenizer) walk() bool {
	s, x := &t.scanner, t.index
	t.marks, t.text = x.Marks[:x.Trusted], index.TextOf(s.Src)
	t.offset = t.buffer.positions.Base
	t.buffer.trail.Begin()
	t.marks = t.recovery.examined(t.marks, t.offset)
	t.afterValue = s.Nesting.AfterValue()
	if t.inspector.wanted {
		t.inspector.Follow(s)
		t.inspector.stopped = !t.inspect()
	}
	return len(t.marks) >= index.LeastMarks
}

// beginIndex creates an index that starts at the scanner's position in the stream. It does so only
// if the state of the scanner is certain and a kernel can check the scanner's rules. Marks are
// relative to the start of src.
func (t *Tokenizer) beginIndex() {
	f, s, r := t.buffer, &t.scanner, &t.recovery
	const longDocument = 4 << 10
	if r.unsure || r.comment != "" || r.listed && s.Nesting.Depth > 0 && t.InputOffset() < r.behind+longDocument { // an index of a list must begin between its elements
		return
	}
	f.indexFrom = never
	if !s.IJSON && (s.State != scan.WantEnd || r.listed) {
		t.index = index.NewWithin(s)
	}
	if t.index == nil {
		return
	}
	if r.at > 0 {
		t.index.Step = index.LeastStep
	}
	t.useIndex()
}

// beginWhole creates an index of the first text of a stream, if that text is a whole document. All of its tokens are then known
// to be valid, although it is not known yet whether the stream ends there. Most short documents come in one read, and
// would otherwise be left to the scanner.
func (t *Tokenizer) beginWhole() {
	f, s := t.buffer, &t.scanner
	if s.IJSON || f.err != nil || !endsContainer(s.Src[s.Pos:]) {
		return
	}
	if t.index = index.NewWhole(s); t.index != nil {
		f.indexFrom = never
		t.useIndex()
	}
}

// endsContainer reports whether the last token of src may be a closing bracket.
func endsContainer(src []byte) bool {
	n := len(src)
	for n > 0 && syntax.IsSpace(src[n-1]) {
		n--
	}
	return n > 0 && syntax.IsClosing(src[n-1])
}

// useIndex prepares t for a new index of a stream.
func (t *Tokenizer) useIndex() {
	f, s := t.buffer, &t.scanner
	t.inspector.wanted = t.mode.onlyErrors || !s.IsPlain(s.MaxBytes)
	s.Counting = s.Counting && t.inspector.wanted // without an inspector, walks do not count members and tokens
	if f.positions.Here.Damaged {
		f.settleAt(s, s.Pos)
		f.positions.Here.Damaged = false // text from here on is well-formed if the kernel accepts it
	}
}

// never is greater than any offset.
const never = math.MaxInt64

// inspect walks over the marks that the inspector has not seen. If a token violates a rule, inspect
// removes the marks of that token and of all tokens after it, and returns false. The scanner then
// reports the error.
func (t *Tokenizer) inspect() (valid bool) {
	x, before := &t.inspector, t.inspector.Seen
	valid = x.Inspect(&t.scanner, t.text, t.base, t.marks)
	if x.Led != nil && x.Seen > before {
		x.MoveTo(&t.scanner, t.text, t.base, t.marks)
		t.next = x.Seen
	}
	if !valid {
		t.marks = t.marks[:x.Seen+1] // the last valid token may need the mark that follows it
	}
	return valid
}
