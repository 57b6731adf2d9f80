package tokenizer

import (
	"io"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// New returns a Tokenizer for data, which must not change while the Tokenizer or its tokens are in
// use.
func New(data []byte, opts ...TokenizerOption) *Tokenizer {
	c := configOf(opts)
	t := &Tokenizer{scanner: scan.Scanner{Rules: c.rules}, mode: c.mode}
	t.Reset(data)
	return t
}

// Reset prepares t for another document, with the same options.
func (t *Tokenizer) Reset(data []byte) {
	own := t.buffer
	t.clear(data)
	s := &t.scanner
	t.walk.afterValue, t.walk.inspector.wanted = scan.WantEnd, !s.IsPlain(int64(len(data)))
	if t.mode.keepGoing {
		if own == nil {
			own = newStreamBuffer()
		}
		t.bufferFrom(own, data)
		if o := hidden.Of(&t.access).Start; o != nil {
			own.resumeAt(o, int(o.Place.Offset))
			hidden.Of(&t.access).Start = nil
		}
		return
	}
	hidden.Of(&t.access).Text = data
	if !s.Length() || !s.SkipBOM() {
		t.err = errorOf(s.Report())
	} else if !s.IJSON {
		t.walk.index = index.New(data, s.Pos, s.MaxDepth, 0)
		s.Counting = s.Counting && t.walk.inspector.wanted // without an inspector, walks do not count members and tokens
	}
}

// NewReader is like [New], but reads a document of any size from r, in constant memory. The memory
// is at most 256 KiB plus twice the longest token (see [MaxToken]), plus 100 bytes for each level
// of nesting (200 bytes with [UniqueNames] or [IJSON]), plus the names on the path to the innermost
// level.
//
// The tokens and errors are the same as those of New. Each error of the document is a
// [*SyntaxError] with a known JSON Pointer, and its offsets count from the start of the stream. If
// r fails, its error is returned unchanged after all tokens that are certain. If the document has
// an error that no further input could remove, the SyntaxError is returned instead. A reader that
// returns neither data nor an error a hundred times in a row results in [io.ErrNoProgress].
//
// An error keeps a copy of about 12 KiB of the text around it. Errors that are close together share
// a copy of up to 48 KiB.
//
// A token is valid until the next call of Next, PeekKind, Skip or Leave, which may reuse its
// memory.
//
// Nothing is read while a complete token is available. A peer that waits for an answer before it
// sends more therefore causes no deadlock. A number or literal is complete when the byte after it
// has been read. An error is returned when the next few kilobytes are known, because its message
// may depend on them.
func NewReader(r io.Reader, opts ...TokenizerOption) *Tokenizer {
	c := configOf(opts)
	made := new(struct { // one allocation for both
		Tokenizer
		streamBuffer
	})
	t := &made.Tokenizer
	t.scanner.Rules, t.mode, t.buffer = c.rules, c.mode, &made.streamBuffer
	t.buffer.init(c.chunk)
	t.ResetReader(r)
	return t
}

// ResetReader prepares t to read another document from r, with the same options. It reuses the
// memory of t if t has read from a reader before.
func (t *Tokenizer) ResetReader(r io.Reader) {
	f := t.buffer
	if f == nil {
		f = newStreamBuffer()
	}
	t.clear(nil)
	f.reset(r)
	t.useBuffer(f)
	if known, ok := r.(unique.Known); ok {
		t.scanner.Names = &unique.Exact{Only: known.Repeats()}
	}
	if resumer, ok := r.(place.Resumer); ok {
		f.resume(resumer.Resume())
	}
}

// clear prepares t for another document, keeping its options and memory. It sets the fields one by
// one, because a Tokenizer is large.
func (t *Tokenizer) clear(src []byte) {
	t.walk.free()
	t.scanner.Rules.Complete()
	a := hidden.Of(&t.access)
	a.Text, a.MaxDepth = nil, t.scanner.MaxDepth
	t.scanner.Reset(src)
	t.scanner.Counting = t.scanner.IsCounted()
	t.err, t.buffer, t.recovery = nil, nil, recovery{}
	outer := t.walk.inspector.Nesting.Outer[:0]
	t.walk = walk{}
	t.walk.inspector.Nesting.Outer = outer
}

// bufferFrom makes f the stream buffer of a document in memory, so that positions and pointers are
// also known after errors.
func (t *Tokenizer) bufferFrom(f *streamBuffer, data []byte) {
	s := &t.scanner
	f.reset(nil)
	f.buf, f.borrowed, f.err = data, true, io.EOF
	t.useBuffer(f)
	f.positions.Whole = true
	if !s.Length() {
		t.failHere()
		return
	}
	t.skipBOM()
}

// useBuffer makes f the buffer of t, which has just been cleared.
func (t *Tokenizer) useBuffer(f *streamBuffer) {
	f.scanner, f.walk = &t.scanner, &t.walk
	t.buffer, t.recovery.buffer = f, f
	t.walk.trail, t.scanner.Positions = &f.trail, &f.positions
}
