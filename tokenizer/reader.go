package tokenizer

import (
	"io"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// New returns a Tokenizer for data, which must not change while it or its tokens are in
// use.
func New(data []byte, opts ...TokenizerOption) *Tokenizer {
	c := configOf(opts)
	t := &Tokenizer{scanner: scan.Scanner{Rules: c.rules}, mode: c.mode}
	t.Reset(data)
	return t
}

// Reset makes t ready for another document, with the same options.
func (t *Tokenizer) Reset(data []byte) {
	t.clear(data)
	s := &t.scanner
	t.afterValue, t.inspector.wanted = scan.WantEnd, !s.IsPlain(int64(len(data)))
	if t.mode.keepGoing {
		t.bufferFrom(data)
	} else if !s.Length() || !s.SkipBOM() {
		t.err = errorOf(s.Report())
	} else if !s.IJSON {
		t.index = index.New(data, s.Pos, s.MaxDepth, 0)
		s.Counting = s.Counting && t.inspector.wanted // walks over marks count nothing else
	}
}

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

// clear makes t ready for another document, with the options and the memory that it has.
// It goes field by field: a Tokenizer is large.
func (t *Tokenizer) clear(src []byte) {
	t.free()
	t.scanner.Rules.Complete()
	t.scanner.Reset(src)
	t.scanner.Counting = t.scanner.IsCounted()
	t.err, t.marks, t.next, t.text, t.base, t.offset = nil, nil, 0, "", 0, 0
	t.buffer, t.counted, t.recovery, t.afterValue = nil, 0, recovery{}, scan.WantValue
	t.inspector = inspection{Inspector: index.Inspector{Nesting: scan.Nesting{Outer: t.inspector.Nesting.Outer[:0]}}}
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
