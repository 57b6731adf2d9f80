package tokenizer

import (
	"io"
	"math"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// NewReader is [New] for a document that comes from r, of any size, in constant memory: at most
// 256 KiB, twice the longest token, see [MaxToken], and 100 bytes for each level of nesting, 200 with
// [UniqueNames] or [IJSON], besides the names on the way to the innermost level.
//
// The tokens are those of New, and so are the errors, which are [*SyntaxError]s with offsets
// from the start of the stream and know their JSON Pointer too. An error of r is returned as
// it is, after all tokens that were certain; but if nothing that could have come would mend
// the document, the error is what is wrong with it. A reader that returns no data and no error
// a hundred times in a row gives [io.ErrNoProgress].
//
// An error keeps a copy of the text around it, some 12 KiB, or up to 48 KiB that it shares with the
// errors next to it.
//
// A token is good until the next call of Next, PeekKind, Skip or Leave: then other bytes may
// lie where it was.
//
// Nothing is read as long as there is a token that has been read completely, so a peer that
// waits for an answer has one. A number or literal is complete when there is a byte after it,
// and an error when the next few kilobytes are known, on which its message may depend.
func NewReader(r io.Reader, opts ...TokenizerOption) *Tokenizer {
	c := configOf(opts)
	t := &Tokenizer{scanner: scan.Scanner{Rules: c.rules}, mode: c.mode, buffer: newStreamBuffer(c.chunk)}
	t.ResetReader(r)
	return t
}

// ResetReader makes t ready for the document that comes from r, with the same options. If t
// has read from another reader, it keeps the memory.
func (t *Tokenizer) ResetReader(r io.Reader) {
	f := t.buffer
	if f == nil {
		f = newStreamBuffer(0)
	}
	t.clear(nil)
	f.reset(r)
	t.buffer, t.scanner.Positions = f, &f.positions
}

// bufferFrom makes a buffer of a document in memory, so that there are places and pointers behind
// errors, too.
func (t *Tokenizer) bufferFrom(data []byte) {
	f, s := newStreamBuffer(0), &t.scanner
	f.reset(nil)
	f.buf, f.borrowed, f.err = data, true, io.EOF
	t.buffer, s.Positions = f, &f.positions
	s.Positions.Whole = true
	if !s.Length() {
		t.failHere()
		return
	}
	t.begin()
}

// refillFromBuffer is refill for a stream. The scanner goes on while there are too few bytes
// for the kernel, and the marks catch up when there are more.
func (t *Tokenizer) refillFromBuffer() bool {
	f, s := t.buffer, &t.scanner
	t.leaveMarks()
	if t.inspector.stopped {
		t.free()
		t.inspector.stopped = false
	}
	many, atEnd := f.judged, f.err == io.EOF
	if atEnd {
		many = 0
	}
	if t.index == nil && t.InputOffset() >= f.indexFrom && len(s.Src)-s.Pos >= max(many, index.LeastIndexed) {
		t.beginIndex()
	}
	x := t.index
	if x == nil || !atEnd && len(s.Src)-x.Read < jsonsimd.IndexUnit && x.Read-s.Pos < many {
		return false
	}
	if x.Drop(s.Src, s.Pos); x.Trusted >= index.LeastMarks {
		return false // of a token that is not whole
	}
	x.Follow(s.Src, s.Pos, many, atEnd)
	if x.Trusted < index.LeastMarks {
		if x.Ended {
			t.free()
		}
		return false
	}
	t.marks, t.text = x.Marks[:x.Trusted], index.TextOf(s.Src)
	t.offset, t.counted = f.positions.Base, 0
	t.afterValue = s.Nesting.AfterValue()
	if t.inspector.wanted {
		t.inspector.Follow(s)
		t.inspector.stopped = !t.inspect()
	}
	return len(t.marks) >= index.LeastMarks
}

// beginIndex gives the stream an index from where the scanner stands, if it knows where that is and
// there is a kernel that has its rules. Positions count from the beginning of src.
func (t *Tokenizer) beginIndex() {
	f, s, r := t.buffer, &t.scanner, &t.recovery
	if r.unsure || r.comment != "" {
		return
	}
	f.indexFrom = never
	if !s.IJSON {
		t.index = index.NewWithin(s)
	}
	if t.index == nil {
		return
	}
	if r.at > 0 {
		t.index.Step = index.LeastStep
	}
	t.inspector.wanted = t.mode.onlyErrors || !s.IsPlain(s.MaxBytes)
	s.Counting = s.Counting && t.inspector.wanted // walks over marks count nothing else
	if f.positions.Here.Damaged {
		t.settleAt(s.Pos)
		f.positions.Here.Damaged = false // from here on it is not, as far as the kernel goes
	}
}

// never is more than any offset.
const never = math.MaxInt64

// leaveMarks ends a walk over marks.
func (t *Tokenizer) leaveMarks() {
	if t.buffer != nil {
		t.count(t.next)
	}
	t.marks, t.next, t.counted = nil, 0, 0
}

// count counts the scalars up to a mark. Each has two marks, but the last may share one with
// a bracket that comes next.
func (t *Tokenizer) count(mark int) {
	t.buffer.path.count((mark - t.counted + 1) / 2)
	t.counted = mark
}

// opened takes the bracket that has been walked over.
func (t *Tokenizer) opened(begin int, object bool) {
	t.buffer.path.open(object, (t.next-t.counted)/2)
	t.buffer.positions.Opened(begin)
	t.counted = t.next
}

func (t *Tokenizer) closed() {
	t.counted = t.next
	t.buffer.path.close()
	t.buffer.positions.Closed()
}
