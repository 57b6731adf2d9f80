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

// LeastIndexed is the length in bytes from which an index of an input is worth its cost.
const LeastIndexed = 64

// An Index finds the tokens of a document, a window at a time, and whether it is valid, but not
// where an error is. What it has found may be walked over once a kernel has found it valid, which
// is a window later.
type Index struct {
	json  jsonsimd.Checker
	Marks []uint32 // positions, from base; see jsonsimd.Checker.Index
	Trust          // in the marks
	Base  int      // offset in the input of position 0
	Read  int      // offset in the input of what is to be read next
	Ended bool     // everything has been read, or what comes next is invalid
	Valid bool     // the whole document is valid

	few [1024]uint32 // memory for Marks at first: kernels need some room

	maxDepth int
	replay   scan.Replay

	// Of streams.
	entry  []byte
	Step   int // how many bytes are read next, if there are so many
	Since  int // offset in src of the first byte that json has been given since Reset or the last pause; negative if src no longer holds it
	paused bool
}

// A Trust keeps track of which marks may be walked over: those of windows, of any length, that
// have been found valid.
type Trust struct {
	Trusted int      // how many of the marks may be walked over
	pending []window // the windows whose marks may not be walked over yet
}

// A window is a window of the text that has not been found valid yet.
type window struct {
	tokens int // number of tokens up to its end
	marks  int // number of marks up to its end
}

// Add adds the window that json has been given last, up to whose end there are so many marks, and
// trusts the windows whose tokens have all been judged.
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

// Drop adjusts t to the removal of the first n marks.
func (t *Trust) Drop(n int) {
	t.Trusted = max(t.Trusted-n, 0)
	for i := range t.pending {
		t.pending[i].marks = max(t.pending[i].marks-n, 0)
	}
}

// All makes t trust all marks, of which there are so many.
func (t *Trust) All(marks int) { t.pending, t.Trusted = t.pending[:0], marks }

var indexes = sync.Pool{New: func() any {
	x := new(Index)
	x.Marks = x.few[:0]
	return x
}}

// hasKernel reports whether there is a kernel for documents that may be nested so deep.
func hasKernel(maxDepth int) bool {
	return jsonsimd.HasKernel() && 1 <= maxDepth && maxDepth <= jsonsimd.MaxNesting
}

// Knows reports whether kernels can check everything that the rules ask for, except limits.
func Knows(c *scan.Rules) bool { return !c.IJSON && hasKernel(c.MaxDepth) }

// New returns an index for src[begin:], or nil if there is no kernel for it or it is too short.
// With [jsonsimd.Records], it holds records, the last of which must end with a newline.
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
	x.Step, x.Since, x.paused = indexed, begin, false
	return x
}

// beginsContainer reports whether a document begins with a bracket. Any other document is a single
// token, for which marks are of little use.
func beginsContainer(src []byte) bool {
	s := scan.Scanner{Src: src}
	s.SkipSpace()
	return s.Pos < len(src) && (src[s.Pos] == '{' || src[s.Pos] == '[')
}

// More drops the first marks, of which so many have been walked over, and looks for more that may
// be walked over. It returns false if there are none: because the input has ended, or because it is
// not valid, or not known to be.
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

// Whole appends the marks of all of src from the base of x on, and reports whether that is valid. It must
// be the first call after [New]. The marks of x stay as they are.
func (x *Index) Whole(dst []uint32, src []byte) (marks []uint32, ok bool) {
	marks, valid, known := x.json.EndIndex(dst, uint32(x.Base), src[x.Base:])
	return marks, valid && known
}

// forget drops the first marks, of which so many have been walked over. Positions have 32 bits, so their
// base moves with them.
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

// MostMarks is how many marks there may be at a time. Only strings with very many escapes have
// more, and are left to the scanner.
const MostMarks = 1 << 20

// window indexes the next part of src. It returns false if that is not valid, or not known to be.
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

// write indexes the next n bytes of src. It returns false if they are not valid, or not known to be.
func (x *Index) write(src []byte, n int) bool {
	x.goOn()
	var ok bool
	x.Marks, ok = x.json.WriteIndex(x.Marks, uint32(x.Read-x.Base), src[x.Read:x.Read+n])
	x.Read += n
	x.Add(&x.json, len(x.Marks))
	return ok && !x.json.AtLimit() && len(x.Marks) <= MostMarks
}

// Free returns x to the pool. It must not be used any more.
func (x *Index) Free() {
	if cap(x.Marks) > MostMarks {
		x.Marks = x.few[:0]
	}
	indexes.Put(x)
}

// The following is for streams, where src is the part of the input in memory, and Base is always
// 0.

// LeastStep is how many bytes are read at first after an error: the next one may be near.
const LeastStep = 2 * jsonsimd.IndexUnit

// LeastMarks is how many marks a walk needs for the next token: at most two for the token itself, or one
// for a bracket and the one after it.
const LeastMarks = 2

// Follow looks for marks from pos on, which the scanner has reached, that may be walked over. If src
// has been read to its end, and at least many bytes of it have not been judged, Follow makes an effort
// to have them judged; atEnd reports that the stream ends there, too, and then it always does. Where
// the stream is not valid, or not known to be, x has ended.
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

// retreat ends the index shortly before the error, if its place is known: the marks before it may be walked
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

// Drop drops the marks before pos, which is between tokens, and the mark at pos if that is the end of a
// number or literal.
func (x *Index) Drop(src []byte, pos int) {
	n, _ := slices.BinarySearch(x.Marks, uint32(pos))
	if n < len(x.Marks) && int(x.Marks[n]) < len(src) && (src[x.Marks[n]] == ',' || syntax.IsSpace(src[x.Marks[n]])) {
		n++
	}
	x.dropMarks(n)
}

// goOn continues after a pause.
func (x *Index) goOn() {
	if x.paused {
		x.Since, x.paused = x.Read, false
	}
}

// judge replays the last tokens, which the kernel judges only when there is more, and reports whether
// they are valid.
func (x *Index) judge() bool {
	known, ok := x.Pause()
	if !ok || known.Nesting.AtLimit() || !x.replay.Run(x.maxDepth, &known) {
		return false
	}
	x.All(len(x.Marks))
	return true
}

// Pause pauses json, and returns what it knows. The text that it has been given so far is not needed to
// continue.
func (x *Index) Pause() (known jsonsimd.State, ok bool) {
	known, ok = x.json.Pause()
	x.paused = ok
	return known, ok
}

// ForgetBytes adjusts x to the removal of the first n bytes of src.
func (x *Index) ForgetBytes(n int) {
	x.Read -= n
	x.Since -= n
	for i := range x.Marks {
		x.Marks[i] -= uint32(n)
	}
}

// NewWithin is like [New] for a stream in which the scanner is anywhere between tokens. The base of
// the index is 0.
func NewWithin(s *scan.Scanner) (x *Index) {
	switch {
	case s.Nesting.Depth == 0 && s.State == scan.WantValue:
		x = New(s.Src, s.Pos, s.MaxDepth, 0)
	case s.Nesting.Depth > 0 && hasKernel(s.MaxDepth):
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

// enter has the kernel read a text that leads to the state of the scanner. It returns false if
// that is nested too deep.
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

// appendEntry appends a short text after which a scanner is in the state of s.
func appendEntry(dst []byte, s *scan.Scanner) []byte {
	for level := 1; level < s.Nesting.Depth; level++ {
		dst = append(dst, entries[openedIn(s.Nesting.IsObject(level))]...)
	}
	return append(dst, entries[s.State]...)
}

// openedIn returns the state of an object or array in which another container is opened.
func openedIn(object bool) scan.State {
	if object {
		return scan.WantValue
	}
	return scan.WantFirstElement
}

// entries has, for each state, a text that opens a container and leads to that state in it.
var entries = [scan.NumStates]string{
	scan.WantFirstElement: `[`, scan.AfterElement: `[""`, scan.WantNextElement: `["",`,
	scan.WantFirstName: `{`, scan.WantColon: `{""`, scan.WantValue: `{"":`, scan.AfterMember: `{"":""`, scan.WantNextName: `{"":"",`,
}

// EntryLen returns the length that the text of appendEntry may have for a depth.
func EntryLen(depth int) int { return depth*len(entries[scan.WantValue]) + len(`"",`) }
