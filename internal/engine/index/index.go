package index

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// indexed is how many bytes are indexed at a time. 16 KiB is little enough to stay in the cache
// until the marks have been walked over.
const indexed = 32 * jsonsimd.IndexUnit

// LeastIndexed is the smallest length in bytes of an input for which an index is worth its cost.
const LeastIndexed = 14

// An Index finds the tokens of a document, a window at a time. It determines whether the document
// is valid, but not where an error is. The marks of a window may be walked over once a kernel has
// found the window valid. The kernel judges a window when the next window is indexed.
type Index struct {
	json  jsonsimd.Checker
	Marks []uint32 // offsets relative to Base; see jsonsimd.Checker.Index
	Trust          // how many of the marks may be walked over
	Base  int      // offset in the input to which the marks are relative
	Read  int      // offset in the input of the next byte to be indexed
	Ended bool     // nothing more can be indexed: the document has ended, or what comes next is not known to be valid
	Valid bool     // the whole document is valid
	Masks []uint64 // memory for the caller of WholeMasks
	Bytes []byte   // memory for the caller

	few [1024]uint32 // the initial memory of Marks, which is enough for short texts

	maxDepth int
	replay   fastscan.Replay

	// The following fields are for streams.
	entry  []byte
	Step   int // how many bytes to index next, or fewer if src has fewer
	Since  int // offset in src of the first byte that was written to json after Reset or the last pause; negative if src no longer holds that byte
	paused bool
	InList bool // the index began after a complete document; see NewWithin and EndBeforeClosing
}

// A Trust records which marks may be walked over: those of the windows that have been found valid.
// Windows may have any length.
type Trust struct {
	Trusted int        // how many of the marks may be walked over
	pending []unjudged // the windows that have not been found valid yet, in order
}

// An unjudged part is one window of the text, which has not been found valid yet.
type unjudged struct {
	tokens int // number of tokens up to the end of the window
	marks  int // number of marks up to the end of the window
}

// Add adds the window that was last written to json; marks is the number of marks up to the end of
// that window. Add then trusts every window in which all tokens have been judged.
func (t *Trust) Add(json *jsonsimd.Checker, marks int) {
	found, judged := json.Tokens()
	if last := len(t.pending) - 1; last >= 0 && t.pending[last].tokens == found {
		t.pending[last].marks = marks // the window has no new token
	} else {
		t.pending = append(t.pending, unjudged{found, marks})
	}
	n := 0
	for n < len(t.pending) && t.pending[n].tokens <= judged {
		t.Trusted = t.pending[n].marks
		n++
	}
	if n > 0 {
		t.pending = t.pending[:copy(t.pending, t.pending[n:])]
	}
}

// Drop adjusts t after the first n marks have been removed.
func (t *Trust) Drop(n int) {
	t.Trusted = max(t.Trusted-n, 0)
	for i := range t.pending {
		t.pending[i].marks = max(t.pending[i].marks-n, 0)
	}
}

// All makes t trust all marks; the parameter is their number.
func (t *Trust) All(marks int) { t.pending, t.Trusted = t.pending[:0], marks }

var indexes = sync.Pool{New: func() any {
	x := new(Index)
	x.Marks = x.few[:0]
	return x
}}

// hasKernel reports whether there is a kernel for documents of the given maximum depth.
func hasKernel(maxDepth int) bool { return jsonsimd.HasKernel() && maxDepth >= 1 }

// Knows reports whether the kernels can check everything that the rules require, except limits.
// If more than [jsonsimd.MaxNesting] levels are allowed, they are used only for texts in memory in
// which names need not be unique. In a stream, the index pauses at regular intervals, and a pause
// takes time linear in the depth.
func Knows(c *scan.Rules) bool { return hasKernel(c.MaxDepth) && c.MaxDepth <= jsonsimd.MaxNesting }

// New returns an index of src[begin:], or nil if there is no kernel for the text or the text is too
// short. With [jsonsimd.Records], the text consists of records, the last of which must end with a
// newline.
func New(src []byte, begin, maxDepth int, rules jsonsimd.Rules) *Index {
	if !hasKernel(maxDepth) || len(src)-begin < LeastIndexed || rules&jsonsimd.Records == 0 && !beginsContainer(src[begin:]) {
		return nil
	}
	return start(begin, maxDepth, rules)
}

func start(begin, maxDepth int, rules jsonsimd.Rules) *Index {
	x := indexes.Get().(*Index)
	x.json.Reset(maxDepth, rules)
	x.Marks = x.Marks[:0]
	x.All(0)
	x.maxDepth = maxDepth
	x.Base, x.Read, x.Ended, x.Valid = begin, begin, false, false
	x.Step, x.Since, x.paused, x.InList = indexed, begin, false, false
	return x
}

// beginsContainer reports whether the first token of src is an opening bracket. Any other document
// is a single token, for which marks are of little use.
func beginsContainer(src []byte) bool {
	s := scan.Scanner{Src: src}
	s.SkipSpace()
	return s.Pos < len(src) && (src[s.Pos] == '{' || src[s.Pos] == '[')
}

// More drops the first marks, which have been walked over, and looks for other marks that may be
// walked over. It returns false if there are none: the input has ended, or is invalid, or is not
// known to be valid.
func (x *Index) More(src []byte, walked int) bool {
	found, _ := x.MoreOf(src, walked, true)
	return found
}

// MoreOf is like More, but src may be a part of the input that does not end with the input. It sets
// short if more of the input is needed.
func (x *Index) MoreOf(src []byte, walked int, atEnd bool) (found, short bool) {
	x.forget(walked)
	trusted := x.Trusted
	for x.Trusted == trusted && !x.Ended {
		if !atEnd && len(src)-x.Read <= indexed {
			return false, true
		}
		if !x.window(src) {
			return false, false
		}
	}
	return x.Trusted > trusted, false
}

// Whole appends the marks of src[x.Base:] to dst, and reports whether that text is valid. It must
// be the first call after [New]. It does not change the marks of x.
func (x *Index) Whole(dst []uint32, src []byte) (marks []uint32, ok bool) {
	marks, valid, known := x.json.EndIndex(dst, uint32(x.Base), src[x.Base:])
	return marks, valid && known
}

// WholeMasks is like Whole, but appends bit masks of src[x.Base:]; see [jsonsimd.Checker.Masks].
func (x *Index) WholeMasks(dst []uint64, src []byte) (masks []uint64, ok bool) {
	masks, valid, known := x.json.Masks(dst, src[x.Base:])
	return masks, valid && known
}

// forget drops the first marks, which have been walked over. Marks have 32 bits, so forget also
// moves their base when necessary.
func (x *Index) forget(walked int) {
	x.dropMarks(walked)
	const far = 1 << 20
	if x.Read-x.Base > far {
		base := x.Needed()
		for i := range x.Marks {
			x.Marks[i] -= uint32(base - x.Base)
		}
		x.Base = base
	}
}

// dropMarks drops the first n marks.
func (x *Index) dropMarks(n int) {
	if n == 0 {
		return
	}
	x.Marks = x.Marks[:copy(x.Marks, x.Marks[n:])]
	x.Trust.Drop(n)
}

// MostMarks is how many marks an Index may have at a time. Only strings with very many escapes need
// more marks, and the scanner checks such strings.
const MostMarks = 1 << 20

// window indexes the next part of src. It returns false if that part is not known to be valid.
func (x *Index) window(src []byte) bool {
	base := uint32(x.Read - x.Base)
	if len(src)-x.Read <= indexed {
		var valid, known bool
		x.Marks, valid, known = x.json.EndIndex(x.Marks, base, src[x.Read:])
		x.Read, x.Ended, x.Valid = len(src), true, valid && known
		end := uint32(len(src) - x.Base)
		if n := len(x.Marks); n == 0 || x.Marks[n-1] != end { // with records, the end already has a mark
			x.Marks = append(x.Marks, end) // so that every token has a mark after it
		}
		x.Trusted = len(x.Marks)
		return x.Valid
	}
	return x.write(src, indexed)
}

// write indexes the next n bytes of src. It returns false if they are not known to be valid.
func (x *Index) write(src []byte, n int) bool {
	x.goOn()
	var ok bool
	x.Marks, ok = x.json.WriteIndex(x.Marks, uint32(x.Read-x.Base), src[x.Read:x.Read+n])
	x.Read += n
	x.Add(&x.json, len(x.Marks))
	return ok && !x.json.AtLimit() && len(x.Marks) <= MostMarks
}

// Free returns x to the pool. The caller must not use x afterwards.
func (x *Index) Free() {
	if cap(x.Marks) > MostMarks {
		x.Marks = x.few[:0]
	}
	if cap(x.Bytes) > MostMarks || cap(x.Masks) > MostMarks {
		x.Bytes, x.Masks = nil, nil
	}
	indexes.Put(x)
}

// The rest of this file is for streams. In these functions, src is the part of the input in memory,
// and Base is always 0.

// LeastStep is how many bytes are indexed first after an error, because the next error may be
// close.
const LeastStep = 2 * jsonsimd.IndexUnit

// LeastMarks is how many marks a walk needs for the next token: a token has at most two marks, and
// a bracket has one but needs the mark after it.
const LeastMarks = 2

// Follow looks for marks that may be walked over, starting at pos, which the scanner has reached.
// If all of src has been indexed, Follow makes the kernel judge the bytes that have not been
// judged, unless their number is less than the parameter many. If atEnd is set, the stream ends
// with src, and Follow always judges all of it. If the stream is known to be valid only up to some
// offset, the index ends at that offset, and x.Ended is set.
func (x *Index) Follow(src []byte, pos, many int, atEnd bool) {
	for x.Trusted < LeastMarks && !x.Ended {
		n := min(len(src)-x.Read, x.Step) / jsonsimd.IndexUnit * jsonsimd.IndexUnit
		ok := true
		switch {
		case n > 0:
			ok = x.write(src, n) && x.Read <= math.MaxInt32
			x.Step = min(2*x.Step, indexed)
		case atEnd:
			ok = x.finish(src)
		case len(x.Marks) < LeastMarks || x.Read-pos < many:
			return
		default:
			if ok = x.judge(); ok {
				return
			}
		}
		if !ok {
			x.retreat(src, pos)
		}
		x.Drop(src, pos)
	}
}

// finish indexes the rest of src, with which the stream ends.
func (x *Index) finish(src []byte) (ok bool) {
	x.goOn()
	var valid, known bool
	x.Marks, valid, known = x.json.EndIndex(x.Marks, uint32(x.Read), src[x.Read:])
	x.Marks = append(x.Marks, uint32(len(src))) // so that every token has a mark after it
	x.Read, x.Ended = len(src), true
	x.All(len(x.Marks))
	return valid && known
}

// retreat ends the index shortly before the error, if it can find a suitable position; the marks
// before that position may be walked over. Otherwise no mark may be walked over.
func (x *Index) retreat(src []byte, pos int) {
	known := 0
	if x.Since >= 0 {
		if at, _, ok := x.replay.Retreat(&x.json, x.maxDepth, src, x.Since, x.Read, pos, false); ok {
			known, _ = slices.BinarySearch(x.Marks, uint32(at.Pos))
		}
	}
	x.All(known)
	x.Ended = true
}

// Drop drops the marks before pos, which must be between tokens. It also drops the mark at pos if
// that mark is the end of a number or literal.
func (x *Index) Drop(src []byte, pos int) {
	n, _ := slices.BinarySearch(x.Marks, uint32(pos))
	if n < len(x.Marks) && int(x.Marks[n]) < len(src) && (src[x.Marks[n]] == ',' || syntax.IsSpace(src[x.Marks[n]])) {
		n++
	}
	x.dropMarks(n)
}

// goOn resumes the index if it is paused.
func (x *Index) goOn() {
	if x.paused {
		x.Since, x.paused = x.Read, false
	}
}

// judge replays the last tokens, and reports whether they are valid. The kernel would judge them
// only when more text follows.
func (x *Index) judge() bool {
	known, ok := x.Pause()
	if !ok || known.Nesting.AtLimit() || !x.replay.Run(x.maxDepth, &known) {
		return false
	}
	x.All(len(x.Marks))
	return true
}

// Pause pauses json and returns the state of json. The text written to json so far is not needed to
// resume.
func (x *Index) Pause() (known jsonsimd.State, ok bool) {
	known, ok = x.json.Pause()
	x.paused = ok
	return known, ok
}

// Needed returns the offset in src of the first byte that x still needs: that of the first token that has a mark, or of what has not
// been indexed yet.
func (x *Index) Needed() int {
	if len(x.Marks) > 0 {
		return x.Base + int(x.Marks[0])
	}
	return x.Read
}

// ForgetBytes adjusts x after the first n bytes of src have been removed.
func (x *Index) ForgetBytes(n int) {
	x.Read -= n
	x.Since -= n
	before := min(n, x.Base)
	x.Base -= before
	n -= before
	for i := range x.Marks {
		x.Marks[i] -= uint32(n)
	}
}

// EndBeforeClosing ends an index with InList set before the bracket that would close the list. At the
// first mark, the given number of containers are open.
func (x *Index) EndBeforeClosing(src []byte, depth int) {
	if i, _ := mark.ClosingBracket(src, x.Marks[:x.Trusted], depth+1); i < x.Trusted {
		x.All(i)
		x.Ended = true
	}
}

// NewWithin is like [New], but for a stream in which the scanner may be anywhere between tokens.
// The base of the index is 0. If the scanner is after a complete document, the index takes that
// document for the first element of a list without brackets, and sets InList.
func NewWithin(s *scan.Scanner) (x *Index) {
	switch {
	case !Knows(&s.Rules):
	case s.Nesting.Depth == 0 && s.State == scan.WantValue:
		x = New(s.Src, s.Pos, s.MaxDepth, 0)
	case s.Nesting.Depth > 0 || s.State == scan.WantEnd:
		x = start(s.Pos, s.MaxDepth, 0)
		x.InList = s.Nesting.Depth == 0
		if !x.enter(s) {
			x.Free()
			return nil
		}
	}
	if x != nil {
		x.Base = 0
	}
	return x
}

// NewWhole is like [NewWithin], but the scanner must be at the start of the input, and the rest of src must be a whole valid
// document; otherwise the result is nil. All marks may be walked over, and the index ends with src, even if the input
// does not.
func NewWhole(s *scan.Scanner) *Index {
	x := NewWithin(s)
	if x != nil && !x.finish(s.Src) {
		x.Free()
		return nil
	}
	return x
}

// enter makes the kernel read a short text that puts the kernel into the state of the scanner. It
// returns false if the containers of the scanner are nested too deeply.
func (x *Index) enter(s *scan.Scanner) bool {
	x.entry = appendEntry(append(x.entry[:0], blank.Get()...), s)
	marks, ok := x.json.WriteIndex(x.Marks, 0, x.entry[len(x.entry)%jsonsimd.IndexUnit:])
	if !ok || x.json.AtLimit() {
		return false
	}
	x.Marks = marks[:0]
	x.Pause()
	x.Add(&x.json, 0)
	return true
}

var blank = lazy.Value[string]{Make: func() string { return strings.Repeat(" ", jsonsimd.IndexUnit) }}

// AppendEntry appends a text whose length is a multiple of [jsonsimd.IndexUnit]. After that text, a
// kernel is in the state of s. If inString is set, the kernel is in a string, before which it is in
// the state of s. AppendEntry returns false if there is no such text.
func AppendEntry(dst []byte, s *scan.Scanner, inString bool) ([]byte, bool) {
	dst = append(dst, blank.Get()...)
	switch {
	case s.Nesting.Depth > 0:
		dst = appendEntry(dst, s)
	case s.State != scan.WantValue:
		return nil, false
	}
	if inString {
		dst = append(dst, '"')
	}
	return dst[len(dst)%jsonsimd.IndexUnit:], true
}

// appendEntry appends a short text after which a scanner is in the state of s, and returns the
// extended buffer.
func appendEntry(dst []byte, s *scan.Scanner) []byte {
	for level := 1; level < s.Nesting.Depth; level++ {
		dst = append(dst, entries[openedIn(s.Nesting.IsObject(level))]...)
	}
	return append(dst, entries[s.State]...)
}

// openedIn returns the state in which a container opens another one. The parameter object reports
// whether the outer container is an object.
func openedIn(object bool) scan.State {
	if object {
		return scan.WantValue
	}
	return scan.WantFirstElement
}

// entries maps each state to a text that opens a container and leads to that state inside it.
var entries = [scan.NumStates]string{
	scan.WantFirstElement: `[`, scan.AfterElement: `[""`, scan.WantNextElement: `["",`,
	scan.WantEnd:       `[""`, // see NewWithin
	scan.WantFirstName: `{`, scan.WantColon: `{""`, scan.WantValue: `{"":`, scan.AfterMember: `{"":""`, scan.WantNextName: `{"":"",`,
}

// EntryLen returns the maximum length of the text that appendEntry appends for the given depth.
func EntryLen(depth int) int { return depth*len(entries[scan.WantValue]) + len(`"",`) }
