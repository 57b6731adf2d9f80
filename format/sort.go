package format

import (
	"errors"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A textSorter is an [io.Reader] that returns a JSON text with the members of each object sorted. It
// finds them by the marks of an index. Objects that are in order are copied as they are. Any others
// are copied when the outermost object ends, because a member may move together with objects inside
// it that are sorted, too. Nothing is recursive.
type textSorter struct {
	src      []byte
	index    *index.Index
	next     int    // index of the mark of the next token
	out      []byte // out[given:n] has yet to be returned
	n        int
	given    int
	done     int  // src[:done] has been copied to out
	layout   bool // line endings before members matter
	prettier bool // they matter as in the style Prettier
	rank     ranker
	buf      []byte // the memory of a feed

	end     int         // offset of the end of the last token
	open    []int       // the open objects, as indices of objects
	pending []newMember // the members of the open objects; those of the innermost object are last
	first   int         // the index in pending of the first member of the object that is being sorted
	decoded []byte      // the names that have escapes

	objects []extent // the objects inside the outermost object, without those at the end that are in order
	moved   []moved  // the members of the objects that are not in order, sorted
	visits  []copying
}

// A newMember is a member of an open object.
type newMember struct {
	after        uint32 // offset of the end of the token before it
	begin        uint32 // offset of its name
	name, length uint32 // the text of its name, in src or in decoded
	inner        uint32 // the number of objects that begin before it
	decoded      bool   // the name has escapes
}

// An extent describes an object. Its members begin and end at the given offsets. If they are not in
// order, they are moved[first:last]; otherwise last is 0.
type extent struct {
	begin, end  int
	first, last int
	inner       int // the number of objects that begin before end
}

// A moved member is src[begin:end].
type moved struct {
	begin, end uint32
	inner      uint32 // the number of objects that begin before it
	lines      uint8  // the number of line endings before it, at most 2
}

// A copying is an object that is being copied.
type copying struct {
	object *extent
	next   int // index of the next member
	stop   int // offset of the end of what is copied after the object
}

// mostKept limits the memory that a textSorter keeps in the pool, in bytes of text.
const mostKept = 8 << 20

// textSorters has textSorters that are not in use, with the memory of the last text, so that the next one need not allocate it. The limit is
// mostKept, and the garbage collector frees what is not used. release sets all lengths to 0, as in a new one.
var textSorters = sync.Pool{New: func() any {
	t := new(textSorter)
	t.rank.name = t.nameOf
	return t
}}

// newTextSorter returns a textSorter, or nil if src has no index. The white space before the members
// of an object that is not in order is lost, except for line endings unless the output is compact.
func newTextSorter(src []byte, o Options, rules jsonsimd.Rules) *textSorter {
	if int64(len(src)) > math.MaxUint32 {
		return nil
	}
	x := index.New(src, 0, scan.DefaultMaxDepth, rules)
	if x == nil {
		return nil
	}
	t := textSorters.Get().(*textSorter)
	t.src, t.index, t.layout, t.prettier, t.rank.order = src, x, !o.Compact, o.Style == Prettier, o.Order
	return t
}

// release ends the use of t.
func (t *textSorter) release() {
	t.index.Free()
	t.index, t.src, t.next, t.n, t.given, t.done, t.end = nil, nil, 0, 0, 0, 0, 0
	t.open, t.pending, t.decoded = t.open[:0], t.pending[:0], t.decoded[:0]
	t.objects, t.moved, t.visits = t.objects[:0], t.moved[:0], t.visits[:0]
	const memberLen = 8 // at least the length of most members
	if max(len(t.out), cap(t.buf), memberLen*cap(t.pending)) <= mostKept {
		textSorters.Put(t)
	}
}

// errNotIndexed is the error of a text that is not known to be valid.
var errNotIndexed = errors.New("format: the index ends before the text")

// Read implements [io.Reader]. The error is errNotIndexed if the text is not known to be valid.
func (t *textSorter) Read(p []byte) (n int, err error) {
	for t.given == t.n {
		t.given, t.n = 0, 0
		x, read := t.index, t.next
		t.next = 0
		switch {
		case !x.Ended && x.More(t.src, read):
			if t.next = t.read(x.Marks[:x.Trusted], x.Base); len(t.open) == 0 {
				t.copy(t.end)
			}
		case !x.Valid:
			return 0, errNotIndexed
		case t.done == len(t.src):
			return 0, io.EOF
		default:
			t.copy(len(t.src))
		}
	}
	n = copy(p, t.out[t.given:t.n])
	t.given += n
	return n, nil
}

// read reads tokens. It returns the index of the mark of the next token.
func (t *textSorter) read(marks []uint32, base int) (next int) {
	tokens := mark.Cursor{Text: t.src[base:], Marks: marks}
	for {
		kind := tokens.Next()
		begin, end := base+tokens.Begin, base+tokens.End
		switch kind {
		case 0:
			return tokens.At
		case token.String:
			if isName(t.src, end) {
				t.add(begin, end, tokens.Escaped)
			}
		case token.BeginObject:
			t.open = append(t.open, len(t.objects))
			t.objects = append(t.objects, extent{})
			o := &t.objects[len(t.objects)-1]
			o.begin, o.first = end, len(t.pending)
		case token.EndObject:
			t.close(t.end)
		case mark.LineEnd: // the end of a record
			continue
		}
		t.end = end
	}
}

// isName reports whether the string that ends at src[:end] is a name.
func isName(src []byte, end int) bool {
	for syntax.IsSpace(syntax.ByteAt(src, end)) {
		end++
	}
	return syntax.ByteAt(src, end) == ':'
}

// add adds the member with the name src[begin:end] to the innermost object.
func (t *textSorter) add(begin, end int, escaped bool) {
	n := len(t.pending)
	if n == cap(t.pending) {
		t.pending = slices.Grow(t.pending, max(2*n, 64)) // append would copy a large object more often
	}
	t.pending = t.pending[:n+1]
	m := &t.pending[n] // set field by field, because copying fields that have just been written is slow
	m.after, m.begin, m.inner = uint32(t.end), uint32(begin), uint32(len(t.objects))
	m.name, m.length, m.decoded = uint32(begin+1), uint32(end-begin-2), escaped
	if escaped {
		m.name = uint32(len(t.decoded))
		if n := len(t.decoded); cap(t.decoded)-n < end-begin+block {
			t.decoded = slices.Grow(t.decoded, max(2*n, end-begin+block))
		}
		t.decoded = unique.AppendText(t.decoded, t.src[begin+1:end-1], escape.ReplaceSurrogates)
		m.length = uint32(len(t.decoded)) - m.name
	}
}

// nameOf returns the name of a member of the object that is being sorted.
func (t *textSorter) nameOf(n int) []byte {
	m := &t.pending[t.first+n]
	text := t.src
	if m.decoded {
		text = t.decoded
	}
	return text[m.name:][:m.length]
}

// close sorts the members of the innermost object, the last of which ends at src[:end].
func (t *textSorter) close(end int) {
	last := len(t.open) - 1
	k := t.open[last]
	t.open = t.open[:last]
	o := &t.objects[k]
	t.first = o.first
	members := t.pending[t.first:]
	if ranking := t.rank.rank(len(members)); ranking != nil {
		o.end, o.first, o.inner = end, len(t.moved), len(t.objects)
		t.move(ranking, members, end)
		o.last = len(t.moved)
	} else if k == len(t.objects)-1 {
		t.objects = t.objects[:k]
	}
	t.pending = t.pending[:t.first]
	if last == 0 {
		if len(t.objects) > 0 {
			t.copy(end)
		}
		t.objects, t.moved, t.decoded = t.objects[:0], t.moved[:0], t.decoded[:0]
	}
}

// move appends the members of an object to t.moved. If only the old or only the new first member has
// line endings before it, they swap them, because a line ending there keeps the object on several
// lines.
func (t *textSorter) move(ranking []ranked, members []newMember, end int) {
	oldFirst, newFirst := 0, len(t.moved)
	t.moved = slices.Grow(t.moved, len(ranking))
	for _, r := range ranking {
		m := moved{begin: members[r.n].begin, end: uint32(end), inner: members[r.n].inner}
		if r.n+1 < len(members) {
			m.end = members[r.n+1].after
		}
		if gap := t.src[members[r.n].after:m.begin]; t.layout && len(gap) > 0 {
			if t.prettier {
				gap = afterComma(gap)
			}
			m.lines = countLines(0, gap)
		}
		if r.n == 0 {
			oldFirst = len(t.moved)
		}
		t.moved = append(t.moved, m)
	}
	if a, b := &t.moved[oldFirst], &t.moved[newFirst]; (a.lines > 0) != (b.lines > 0) {
		a.lines, b.lines = b.lines, a.lines
	}
}

// copy copies the text up to src[:stop] to t.out.
func (t *textSorter) copy(stop int) {
	if need := t.n + stop - t.done + 2*block; len(t.out) < need {
		out := make([]byte, need+t.n)
		copy(out, t.out[:t.n])
		t.out = out
	}
	at, k := t.done, 0
	for {
		for k < len(t.objects) && t.objects[k].last == 0 && t.objects[k].begin <= stop {
			k++
		}
		if k < len(t.objects) && t.objects[k].begin <= stop {
			o := &t.objects[k]
			t.n += syntax.Put(t.out[t.n:], t.src[at:o.begin])
			t.visits = append(t.visits, copying{o, o.first, stop})
		} else {
			t.n += syntax.Put(t.out[t.n:], t.src[at:stop])
		}
		last := len(t.visits) - 1
		if last < 0 {
			t.done = stop
			return
		}
		v := &t.visits[last]
		if v.next == v.object.last {
			at, stop, k = v.object.end, v.stop, v.object.inner
			t.visits = t.visits[:last]
			continue
		}
		m := &t.moved[v.next]
		if v.next > v.object.first {
			t.out[t.n] = ','
			t.n++
		}
		t.n += copy(t.out[t.n:], "\n\n"[:m.lines])
		at, stop, k = int(m.begin), int(m.end), int(m.inner)
		v.next++
	}
}
