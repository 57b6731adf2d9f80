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
	w := &t.walk
	switch {
	case t.err != nil:
		return false
	case t.buffer != nil:
		return t.refillFromBuffer()
	case w.index == nil:
		return false
	case w.more(&t.scanner):
		return true
	case w.index.Valid:
		t.err = io.EOF
	}
	w.free()
	return false
}

// refillFromBuffer is like refill, but for a stream. While there are too few bytes for the kernel,
// the scanner continues. When there are enough bytes again, refillFromBuffer makes an index that
// starts at the scanner's position.
func (t *Tokenizer) refillFromBuffer() bool {
	f, s, w := t.buffer, &t.scanner, &t.walk
	w.leave()
	if w.inspector.stopped {
		w.inspector.stopped, w.inspector.resumes = false, true
		return false
	}
	resumes := w.inspector.resumes
	w.inspector.resumes = false
	if !f.begun {
		if !t.readsOn() {
			return false
		}
		if t.beginWhole(); w.index != nil {
			return w.begin(s, w.index.Marks[:w.index.Trusted], f.positions.Base)
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
	if w.index == nil && t.InputOffset() >= f.indexFrom && len(s.Src)-s.Pos >= least {
		t.beginIndex()
	}
	x := w.index
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
			w.free()
		}
		return false
	}
	return w.begin(s, t.recovery.examined(x.Marks[:x.Trusted], f.positions.Base), f.positions.Base)
}

// beginIndex creates an index that starts at the scanner's position in the stream. It does so only
// if the state of the scanner is certain and a kernel can check the scanner's rules. Marks are
// relative to the start of src.
func (t *Tokenizer) beginIndex() {
	f, s, w, r := t.buffer, &t.scanner, &t.walk, &t.recovery
	const longDocument = 4 << 10
	if r.unsure || r.comment != "" || r.listed && s.Nesting.Depth > 0 && t.InputOffset() < r.behind+longDocument { // an index of a list must begin between its elements
		return
	}
	f.indexFrom = never
	if !s.IJSON && (s.State != scan.WantEnd || r.listed) {
		w.index = index.NewWithin(s)
	}
	if w.index == nil {
		return
	}
	if r.at > 0 {
		w.index.Step = index.LeastStep
	}
	t.useIndex()
}

// beginWhole creates an index of the first text of a stream, if that text is a whole document. All of its tokens are then known
// to be valid, although it is not known yet whether the stream ends there. Most short documents come in one read, and
// would otherwise be left to the scanner.
func (t *Tokenizer) beginWhole() {
	f, s, w := t.buffer, &t.scanner, &t.walk
	if s.IJSON || f.err != nil || !endsContainer(s.Src[s.Pos:]) {
		return
	}
	if w.index = index.NewWhole(s); w.index != nil {
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
	f, s, w := t.buffer, &t.scanner, &t.walk
	w.inspector.wanted = t.mode.onlyErrors || !s.IsPlain(s.MaxBytes)
	s.Counting = s.Counting && w.inspector.wanted // without an inspector, walks do not count members and tokens
	if f.positions.Here.Damaged {
		f.settleAt(s.Pos)
		f.positions.Here.Damaged = false // text from here on is well-formed if the kernel accepts it
	}
}

// never is greater than any offset.
const never = math.MaxInt64
