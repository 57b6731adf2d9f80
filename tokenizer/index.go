package tokenizer

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// indexed is how many bytes are indexed at a time: 16 KiB, which stay in the cache until they
// are walked over.
const indexed = 32 * asm.IndexUnit

// leastIndexed is the length from which an input is worth it.
const leastIndexed = 64

// An index finds the tokens of a document, a window at a time, and what is wrong with it, but
// not where. What it has found may be walked over once a kernel has found it right, which
// comes a window later.
type index struct {
	json  asm.JSON
	marks []uint32 // positions, from base; see asm.JSON.Index
	trust          // in the marks
	base  int      // offset in the input of position 0
	read  int      // offset in the input of what comes next
	ended bool     // all has been read, or what comes next is wrong
	right bool     // all is right

	few [1024]uint32 // marks at first: kernels ask for some room

	maxDepth int
	replay   scan.Replay

	// Of streams.
	entry  []byte
	step   int // how much is read next, if there is as much
	since  int // offset in src of what json has had first since Reset, or before it went on behind a pause
	paused bool
}

// A trust is in the marks of what has been found right, of windows of any length.
type trust struct {
	trusted int      // how many of the marks may be walked over
	pending []window // where are those that may not, yet
}

// A window is one that has not been found right yet.
type window struct {
	tokens int // how many tokens there are up to its end
	marks  int // how many marks
}

// add adds the window that json has had last, up to which there are so many marks, and looks
// for windows whose tokens have all been judged.
func (t *trust) add(json *asm.JSON, marks int) {
	found, judged := json.Tokens()
	if last := len(t.pending) - 1; last >= 0 && t.pending[last].tokens == found {
		t.pending[last].marks = marks // no token is new
	} else {
		t.pending = append(t.pending, window{found, marks})
	}
	n := 0
	for n < len(t.pending) && t.pending[n].tokens <= judged {
		t.trusted = t.pending[n].marks
		n++
	}
	if n > 0 {
		t.pending = t.pending[:copy(t.pending, t.pending[n:])]
	}
}

// drop makes up for the first n marks that have been dropped.
func (t *trust) drop(n int) {
	t.trusted = max(t.trusted-n, 0)
	for i := range t.pending {
		t.pending[i].marks = max(t.pending[i].marks-n, 0)
	}
}

// all says that so many marks, all that there are, may be walked over.
func (t *trust) all(marks int) { t.pending, t.trusted = t.pending[:0], marks }

var indexes = sync.Pool{New: func() any {
	x := new(index)
	x.marks = x.few[:0]
	return x
}}

// hasKernel reports whether there is a kernel for documents that may be so deep.
func hasKernel(maxDepth int) bool {
	return asm.JSONKernel() && 1 <= maxDepth && maxDepth <= asm.MaxNesting
}

// newIndex returns an index for an input that begins at begin, or nil if there is no kernel
// for it. It may be records, the last of which ends with a newline.
func newIndex(src []byte, begin, maxDepth int, rules asm.JSONRules) *index {
	if !hasKernel(maxDepth) || len(src)-begin < leastIndexed || rules&asm.Records == 0 && !beginsContainer(src[begin:]) {
		return nil
	}
	return startIndex(begin, maxDepth, rules)
}

func startIndex(begin, maxDepth int, rules asm.JSONRules) *index {
	x := indexes.Get().(*index)
	x.json.Reset(maxDepth, rules)
	x.marks = x.marks[:0]
	x.all(0)
	x.maxDepth = maxDepth
	x.base, x.read, x.ended, x.right = begin, begin, false, false
	x.step, x.since, x.paused = indexed, begin, false
	return x
}

// beginsContainer reports whether a document begins with a bracket. Others are one token,
// for which marks are of little use.
func beginsContainer(src []byte) bool {
	s := scan.Scanner{Src: src}
	s.SkipSpace()
	return s.Pos < len(src) && (src[s.Pos] == '{' || src[s.Pos] == '[')
}

// more forgets the first marks, which have been walked over, and looks for more that may be.
// It returns false if there are none: because the input has ended, or because it is not
// right, or may not be.
func (x *index) more(src []byte, walked int) bool {
	x.forget(walked)
	trusted := x.trusted
	for x.trusted == trusted && !x.ended {
		if !x.window(src) {
			return false
		}
	}
	return x.trusted > trusted
}

// forget drops the first marks. Positions have 32 bits, so their base moves on with them.
func (x *index) forget(walked int) {
	x.dropMarks(walked)
	const far = 1 << 20
	if x.read-x.base > far {
		base := x.read
		if len(x.marks) > 0 {
			base = x.base + int(x.marks[0])
		}
		for i := range x.marks {
			x.marks[i] -= uint32(base - x.base)
		}
		x.base = base
	}
}

// dropMarks drops the first n marks.
func (x *index) dropMarks(n int) {
	x.marks = x.marks[:copy(x.marks, x.marks[n:])]
	x.trust.drop(n)
}

// mostMarks is how many there may be at a time. Only strings with very many escapes have
// more, and are for the scanner.
const mostMarks = 1 << 20

// window indexes the next part of src. It returns false if that is not right, or may not be.
func (x *index) window(src []byte) bool {
	base := uint32(x.read - x.base)
	if len(src)-x.read <= indexed {
		var valid, known bool
		x.marks, valid, known = x.json.EndIndex(x.marks, base, src[x.read:])
		x.read, x.ended, x.right = len(src), true, valid && known
		end := uint32(len(src) - x.base)
		if n := len(x.marks); n == 0 || x.marks[n-1] != end { // the end of records has a mark
			x.marks = append(x.marks, end) // so that each token has a mark after it
		}
		x.trusted = len(x.marks)
		return x.right
	}
	return x.write(src, indexed)
}

// write indexes the next n bytes of src. It returns false if they are not right, or may not be.
func (x *index) write(src []byte, n int) bool {
	x.goOn()
	var ok bool
	x.marks, ok = x.json.WriteIndex(x.marks, uint32(x.read-x.base), src[x.read:x.read+n])
	x.read += n
	x.add(&x.json, len(x.marks))
	return ok && !x.json.AtLimit() && len(x.marks) <= mostMarks
}

// free lets another document have the memory.
func (x *index) free() {
	if cap(x.marks) > mostMarks {
		x.marks = x.few[:0]
	}
	indexes.Put(x)
}

// The following are for streams. There src is the part that is in memory, and base is always
// 0.

// leastStep is how much is read at first behind an error: the next one may be near.
const leastStep = 2 * asm.IndexUnit

// leastMarks is how many a token has, and one that a walk looks at behind a bracket.
const leastMarks = 2

// follow looks for marks from pos on, to which the scanner has come, that may be walked over.
// If src ends and there are so many bytes that have not been judged, it takes pains to have
// that done; if the stream ends there, too, it does so in any case. Where the stream is not right, or may
// not be, x has ended.
func (x *index) follow(src []byte, pos, many int, atEnd bool) {
	for x.trusted < leastMarks && !x.ended {
		n := min(len(src)-x.read, x.step) / asm.IndexUnit * asm.IndexUnit
		ok := true
		switch {
		case n > 0:
			ok = x.write(src, n) && x.read <= math.MaxInt32
			x.step = min(2*x.step, indexed)
		case atEnd:
			ok = x.finish(src)
		case len(x.marks) < leastMarks || x.read-pos < many:
			return
		default:
			if ok = x.judge(); ok {
				return
			}
		}
		if !ok {
			x.retreat(src, pos)
		}
		x.drop(src, pos)
	}
}

// finish indexes the rest of src, where the stream ends.
func (x *index) finish(src []byte) (ok bool) {
	x.goOn()
	var valid, known bool
	x.marks, valid, known = x.json.EndIndex(x.marks, uint32(x.read), src[x.read:])
	x.marks = append(x.marks, uint32(len(src))) // so that each token has a mark after it
	x.read, x.ended = len(src), true
	x.all(len(x.marks))
	return valid && known
}

// retreat ends the index shortly before what is wrong, if that is known: what comes before it may be walked
// over.
func (x *index) retreat(src []byte, pos int) {
	known := 0
	if x.since >= 0 {
		if at, _, ok := x.replay.Retreat(&x.json, x.maxDepth, src, x.since, x.read, pos, false); ok {
			known, _ = slices.BinarySearch(x.marks, uint32(at.Pos))
		}
	}
	x.all(known)
	x.ended = true
}

// drop drops the marks before pos, which stands between tokens. The end of a number or
// literal that stands there has a mark too.
func (x *index) drop(src []byte, pos int) {
	n, _ := slices.BinarySearch(x.marks, uint32(pos))
	if n < len(x.marks) && int(x.marks[n]) < len(src) && (src[x.marks[n]] == ',' || syntax.IsSpace(src[x.marks[n]])) {
		n++
	}
	x.dropMarks(n)
}

// goOn goes on behind a pause.
func (x *index) goOn() {
	if x.paused {
		x.since, x.paused = x.read, false
	}
}

// judge has the last tokens judged, for which the kernel would wait for more.
func (x *index) judge() bool {
	known, ok := x.pause()
	if !ok || known.Nesting.AtLimit() || !x.replay.Run(x.maxDepth, &known) {
		return false
	}
	x.all(len(x.marks))
	return true
}

// pause pauses json. What it has had may go when it is given more.
func (x *index) pause() (known asm.JSONState, ok bool) {
	known, ok = x.json.Pause()
	x.paused = ok
	return known, ok
}

// forgetBytes makes up for n bytes that have been cut off from the front of src.
func (x *index) forgetBytes(n int) {
	x.read -= n
	x.since -= n
	for i := range x.marks {
		x.marks[i] -= uint32(n)
	}
}

// newIndexWithin is newIndex for a stream in which the scanner stands anywhere between tokens. Its
// base is 0.
func newIndexWithin(s *scan.Scanner) (x *index) {
	switch {
	case s.Nesting.Depth == 0 && s.State == scan.WantValue:
		x = newIndex(s.Src, s.Pos, s.MaxDepth, 0)
	case s.Nesting.Depth > 0 && hasKernel(s.MaxDepth):
		x = startIndex(s.Pos, s.MaxDepth, 0)
		if !x.enter(s) {
			x.free()
			return nil
		}
	}
	if x != nil {
		x.base = 0
	}
	return x
}

// enter has the kernel read a text that leads to where the scanner stands. It returns false if
// that is too deep.
func (x *index) enter(s *scan.Scanner) bool {
	x.entry = appendEntry(append(x.entry[:0], blank...), s)
	marks, ok := x.json.WriteIndex(x.marks, 0, x.entry[len(x.entry)%asm.IndexUnit:])
	if !ok || x.json.AtLimit() {
		return false
	}
	x.marks = marks[:0]
	x.pause()
	x.add(&x.json, 0)
	return true
}

var blank = strings.Repeat(" ", asm.IndexUnit)

// appendEntry appends a short text after which a scanner stands as this one does.
func appendEntry(dst []byte, s *scan.Scanner) []byte {
	for level := 1; level < s.Nesting.Depth; level++ {
		dst = append(dst, entries[openedIn(s.Nesting.IsObject(level))]...)
	}
	return append(dst, entries[s.State]...)
}

// openedIn is the state in which a container of a container is.
func openedIn(object bool) scan.State {
	if object {
		return scan.WantValue
	}
	return scan.WantFirstElement
}

// entries are what leads into a container, up to each state.
var entries = [scan.NumStates]string{
	scan.WantFirstElement: `[`, scan.AfterElement: `[""`, scan.WantNextElement: `["",`,
	scan.WantFirstName: `{`, scan.WantColon: `{""`, scan.WantValue: `{"":`, scan.AfterMember: `{"":""`, scan.WantNextName: `{"":"",`,
}

// entryLen is how long the text for a depth may be.
func entryLen(depth int) int { return depth*len(entries[scan.WantValue]) + len(`"",`) }
