package tokenizer

import (
	"unsafe"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A walk is the walk of a [Tokenizer] over the marks of an index, which has found the tokens with these marks valid. The scanner is
// always after the last token that has been passed, in the right state. The marks of that token and of those before it are
// marks[:next].
//
// The Tokenizer sets index, trail and inspector between walks, and next and afterValue whenever it passes a token.
// Everything else is changed only in this file.
//
// The text must not move during a walk. More of a stream is therefore read only when the next token has no marks.
type walk struct {
	index  *index.Index
	marks  []uint32 // the marks of index that may be walked over
	next   int      // index of the next mark in marks
	text   string   // the text to which marks are relative
	base   int      // offset in src at which text begins
	offset int64    // offset in the input at which text begins

	trail      *index.Trail // for a stream: what must be remembered of the tokens that have been passed
	afterValue scan.State   // the state after a value in the innermost container
	inspector  inspection
}

// An inspection holds the inspector of a walk. The inspector checks text before the Tokenizer
// reads that text. If the caller does not need the tokens, the inspector moves the Tokenizer along.
type inspection struct {
	index.Inspector
	wanted  bool // whether the inspector is used
	stopped bool // for a stream: the inspector has found a violation, so the scanner must read the token after the marks
	resumes bool // for a stream: the scanner has read that token, and if there still is an index, the walk resumes after the token
}

// more continues a walk over a document in memory with the next marks of the index. It returns false if there are none.
func (w *walk) more(s *scan.Scanner) bool {
	x := w.index
	if !x.More(s.Src, w.next) {
		return false
	}
	w.inspector.Seen -= w.next
	w.marks, w.base, w.next = x.Marks[:x.Trusted], x.Base, 0
	w.text, w.offset = index.TextOf(s.Src[x.Base:]), int64(x.Base)
	if w.inspector.wanted && !w.inspect(s) {
		x.Ended, x.Valid = true, false // the walk must stop at the end of these marks
	}
	return true
}

// begin begins a walk over the given marks of the index of a stream, which are relative to src. The parameter offset is that of src in
// the input. The result is false if the scanner must read the next token.
func (w *walk) begin(s *scan.Scanner, marks []uint32, offset int64) bool {
	w.marks, w.text, w.offset = marks, index.TextOf(s.Src), offset
	w.trail.Begin()
	w.afterValue = s.Nesting.AfterValue()
	if w.inspector.wanted {
		w.inspector.Follow(s)
		w.inspector.stopped = !w.inspect(s)
	}
	return len(w.marks) >= index.LeastMarks
}

// inspect walks over the marks that the inspector has not seen. If a token violates a rule, inspect
// removes the marks of that token and of all tokens after it, and returns false. The scanner then
// reports the error.
func (w *walk) inspect(s *scan.Scanner) (valid bool) {
	x, before := &w.inspector, w.inspector.Seen
	valid = x.Inspect(s, w.text, w.base, w.marks)
	if x.Led != nil && x.Seen > before {
		x.MoveTo(s, w.text, w.base, w.marks)
		w.next = x.Seen
	}
	if !valid {
		w.marks = w.marks[:x.Seen+1] // the last valid token may need the mark that follows it
	}
	return valid
}

// token returns the token text[begin:end] and moves the scanner past it. The parameter next is the
// state after the token.
func (w *walk) token(s *scan.Scanner, begin, end int, kind TokenKind, next scan.State, depth int) Token {
	start := (*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(w.text)), begin))
	token := Token{start, end - begin, w.offset + int64(begin), newFacts(kind, depth)}
	s.Pos, s.State = w.base+end, next
	return token
}

// string returns the token of the string or name text[begin:end].
func (w *walk) string(s *scan.Scanner, begin, end int) Token {
	if index.BeforeName>>(s.State&31)&1 != 0 {
		if w.trail != nil {
			w.trail.PassName(begin)
		}
		return w.token(s, begin, end, Name, scan.WantColon, s.Nesting.Depth)
	}
	return w.token(s, begin, end, String, w.afterValue, s.Nesting.Depth)
}

// passClosing moves the scanner past the closing bracket at the next mark, after which the given number of containers are open.
func (w *walk) passClosing(s *scan.Scanner, depth int) {
	s.Pos = w.base + int(w.marks[w.next]) + 1
	w.next++
	if s.Nesting.Depth > depth {
		s.Nesting.Pop()
	}
	s.ValueDone()
	w.afterValue = s.State
}

// leave ends the walk. The index may be used for another one.
func (w *walk) leave() {
	if w.trail != nil {
		w.trail.CountTo(w.next)
		w.trail.Begin()
	}
	w.marks, w.next = nil, 0
}

// free ends the walk and releases the index.
func (w *walk) free() {
	if w.index != nil {
		w.leave()
		w.index.Free()
		w.index = nil
	}
}
