package index

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// indexed is how many bytes are indexed at a time: 16 KiB, which stay in the cache until they
// are walked over.
const indexed = 32 * jsonsimd.IndexUnit

// LeastIndexed is the length from which an input is worth it.
const LeastIndexed = 64

// An Index finds the tokens of a document, a window at a time, and what is wrong with it, but
// not where. What it has found may be walked over once a kernel has found it right, which
// comes a window later.
type Index struct {
	json  jsonsimd.Checker
	Marks []uint32 // positions, from base; see jsonsimd.Checker.Index
	Trust          // in the marks
	Base  int      // offset in the input of position 0
	Read  int      // offset in the input of what comes next
	Ended bool     // all has been read, or what comes next is wrong
	Valid bool     // all is right

	few [1024]uint32 // marks at first: kernels ask for some room

	maxDepth int
	replay   scan.Replay

	// Of streams.
	entry  []byte
	Step   int // how much is read next, if there is as much
	Since  int // offset in src of what json has had first since Reset, or before it went on behind a pause
	paused bool
}

// A Trust is in the marks of what has been found right, of windows of any length.
type Trust struct {
	Trusted int      // how many of the marks may be walked over
	pending []window // where are those that may not, yet
}

// A window is one that has not been found right yet.
type window struct {
	tokens int // how many tokens there are up to its end
	marks  int // how many marks
}

// Add adds the window that json has had last, up to which there are so many marks, and looks
// for windows whose tokens have all been judged.
func (t *Trust) Add(json *jsonsimd.Checker, marks int) {
	found, judged := json.Tokens()
	if last := len(t.pending) - 1; last >= 0 && t.pending[last].tokens == found {
		t.pending[last].marks = marks // no token is new
	} else {
		t.pending = append(t.pending, window{found, marks})
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

// Drop makes up for the first n marks that have been dropped.
func (t *Trust) Drop(n int) {
	t.Trusted = max(t.Trusted-n, 0)
	for i := range t.pending {
		t.pending[i].marks = max(t.pending[i].marks-n, 0)
	}
}

// All says that so many marks, all that there are, may be walked over.
func (t *Trust) All(marks int) { t.pending, t.Trusted = t.pending[:0], marks }

var indexes = sync.Pool{New: func() any {
	x := new(Index)
	x.Marks = x.few[:0]
	return x
}}

// HasKernel reports whether there is a kernel for documents that may be so deep.
func HasKernel(maxDepth int) bool {
	return jsonsimd.HasKernel() && 1 <= maxDepth && maxDepth <= jsonsimd.MaxNesting
}

// New returns an index for an input that begins at begin, or nil if there is no kernel
// for it. It may be records, the last of which ends with a newline.
func New(src []byte, begin, maxDepth int, rules jsonsimd.Rules) *Index {
	if !HasKernel(maxDepth) || len(src)-begin < LeastIndexed || rules&jsonsimd.Records == 0 && !beginsContainer(src[begin:]) {
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
	x.Step, x.Since, x.paused = indexed, begin, false
	return x
}

// beginsContainer reports whether a document begins with a bracket. Others are one token,
// for which marks are of little use.
func beginsContainer(src []byte) bool {
	s := scan.Scanner{Src: src}
	s.SkipSpace()
	return s.Pos < len(src) && (src[s.Pos] == '{' || src[s.Pos] == '[')
}

// More forgets the first marks, which have been walked over, and looks for more that may be.
// It returns false if there are none: because the input has ended, or because it is not
// right, or may not be.
func (x *Index) More(src []byte, walked int) bool {
	x.forget(walked)
	trusted := x.Trusted
	for x.Trusted == trusted && !x.Ended {
		if !x.window(src) {
			return false
		}
	}
	return x.Trusted > trusted
}

// Whole appends the marks of all of src, which begins where x does, and reports whether it is valid. The
// marks of x stay as they are.
func (x *Index) Whole(dst []uint32, src []byte) (marks []uint32, ok bool) {
	marks, valid, known := x.json.EndIndex(dst, uint32(x.Base), src[x.Base:])
	return marks, valid && known
}

// forget drops the first marks. Positions have 32 bits, so their base moves on with them.
func (x *Index) forget(walked int) {
	x.dropMarks(walked)
	const far = 1 << 20
	if x.Read-x.Base > far {
		base := x.Read
		if len(x.Marks) > 0 {
			base = x.Base + int(x.Marks[0])
		}
		for i := range x.Marks {
			x.Marks[i] -= uint32(base - x.Base)
		}
		x.Base = base
	}
}

// dropMarks drops the first n marks.
func (x *Index) dropMarks(n int) {
	x.Marks = x.Marks[:copy(x.Marks, x.Marks[n:])]
	x.Trust.Drop(n)
}

// MostMarks is how many there may be at a time. Only strings with very many escapes have
// more, and are for the scanner.
const MostMarks = 1 << 20

// window indexes the next part of src. It returns false if that is not right, or may not be.
func (x *Index) window(src []byte) bool {
	base := uint32(x.Read - x.Base)
	if len(src)-x.Read <= indexed {
		var valid, known bool
		x.Marks, valid, known = x.json.EndIndex(x.Marks, base, src[x.Read:])
		x.Read, x.Ended, x.Valid = len(src), true, valid && known
		end := uint32(len(src) - x.Base)
		if n := len(x.Marks); n == 0 || x.Marks[n-1] != end { // the end of records has a mark
			x.Marks = append(x.Marks, end) // so that each token has a mark after it
		}
		x.Trusted = len(x.Marks)
		return x.Valid
	}
	return x.write(src, indexed)
}

// write indexes the next n bytes of src. It returns false if they are not right, or may not be.
func (x *Index) write(src []byte, n int) bool {
	x.goOn()
	var ok bool
	x.Marks, ok = x.json.WriteIndex(x.Marks, uint32(x.Read-x.Base), src[x.Read:x.Read+n])
	x.Read += n
	x.Add(&x.json, len(x.Marks))
	return ok && !x.json.AtLimit() && len(x.Marks) <= MostMarks
}

// Free lets another document have the memory.
func (x *Index) Free() {
	if cap(x.Marks) > MostMarks {
		x.Marks = x.few[:0]
	}
	indexes.Put(x)
}

// The following are for streams. There src is the part that is in memory, and base is always
// 0.

// LeastStep is how much is read at first behind an error: the next one may be near.
const LeastStep = 2 * jsonsimd.IndexUnit

// LeastMarks is how many a token has, and one that a walk looks at behind a bracket.
const LeastMarks = 2

// Follow looks for marks from pos on, to which the scanner has come, that may be walked over.
// If src ends and there are so many bytes that have not been judged, it takes pains to have
// that done; if the stream ends there, too, it does so in any case. Where the stream is not right, or may
// not be, x has ended.
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

// finish indexes the rest of src, where the stream ends.
func (x *Index) finish(src []byte) (ok bool) {
	x.goOn()
	var valid, known bool
	x.Marks, valid, known = x.json.EndIndex(x.Marks, uint32(x.Read), src[x.Read:])
	x.Marks = append(x.Marks, uint32(len(src))) // so that each token has a mark after it
	x.Read, x.Ended = len(src), true
	x.All(len(x.Marks))
	return valid && known
}

// retreat ends the index shortly before what is wrong, if that is known: what comes before it may be walked
// over.
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

// Drop drops the marks before pos, which stands between tokens. The end of a number or
// literal that stands there has a mark too.
func (x *Index) Drop(src []byte, pos int) {
	n, _ := slices.BinarySearch(x.Marks, uint32(pos))
	if n < len(x.Marks) && int(x.Marks[n]) < len(src) && (src[x.Marks[n]] == ',' || syntax.IsSpace(src[x.Marks[n]])) {
		n++
	}
	x.dropMarks(n)
}

// goOn goes on behind a pause.
func (x *Index) goOn() {
	if x.paused {
		x.Since, x.paused = x.Read, false
	}
}

// judge has the last tokens judged, for which the kernel would wait for more.
func (x *Index) judge() bool {
	known, ok := x.Pause()
	if !ok || known.Nesting.AtLimit() || !x.replay.Run(x.maxDepth, &known) {
		return false
	}
	x.All(len(x.Marks))
	return true
}

// Pause pauses json. What it has had may go when it is given more.
func (x *Index) Pause() (known jsonsimd.State, ok bool) {
	known, ok = x.json.Pause()
	x.paused = ok
	return known, ok
}

// ForgetBytes makes up for n bytes that have been cut off from the front of src.
func (x *Index) ForgetBytes(n int) {
	x.Read -= n
	x.Since -= n
	for i := range x.Marks {
		x.Marks[i] -= uint32(n)
	}
}

// NewWithin is New for a stream in which the scanner stands anywhere between tokens. Its
// base is 0.
func NewWithin(s *scan.Scanner) (x *Index) {
	switch {
	case s.Nesting.Depth == 0 && s.State == scan.WantValue:
		x = New(s.Src, s.Pos, s.MaxDepth, 0)
	case s.Nesting.Depth > 0 && HasKernel(s.MaxDepth):
		x = start(s.Pos, s.MaxDepth, 0)
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

// enter has the kernel read a text that leads to where the scanner stands. It returns false if
// that is too deep.
func (x *Index) enter(s *scan.Scanner) bool {
	x.entry = appendEntry(append(x.entry[:0], blank...), s)
	marks, ok := x.json.WriteIndex(x.Marks, 0, x.entry[len(x.entry)%jsonsimd.IndexUnit:])
	if !ok || x.json.AtLimit() {
		return false
	}
	x.Marks = marks[:0]
	x.Pause()
	x.Add(&x.json, 0)
	return true
}

var blank = strings.Repeat(" ", jsonsimd.IndexUnit)

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

// EntryLen is how long the text for a depth may be.
func EntryLen(depth int) int { return depth*len(entries[scan.WantValue]) + len(`"",`) }
