package format

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/natural"
	"github.com/assayjson/assay/tokenizer"
)

// A sorter returns all items of a source, with the members of each object sorted.
type sorter struct {
	items   [][]item // in pieces of fixed size, so that items are never moved
	objects []object // in the order of their opening brackets
	members []member // the members of all objects; the members of one object are adjacent

	at, stop int // the items from at up to, but not including, stop are returned before nextMember is called
	open     []visit
}

// piece is the number of items that are allocated together.
const piece = 1 << 7

// add stores item number n.
func (t *sorter) add(n int, it *item) {
	if n%piece == 0 {
		t.items = append(t.items, make([]item, piece))
	}
	t.items[n/piece][n%piece] = *it
}

func (t *sorter) item(n int) *item { return &t.items[n/piece][n%piece] }

// An object has the members [first, last) of sorter.members.
type object struct {
	first, last int
	close       int // the number of the item that is the closing bracket
}

// A member consists of the items [begin, end).
type member struct {
	key        []byte
	begin, end int
}

// A visit is an object whose members the sorter is currently returning.
type visit struct {
	members []member // the members that have not yet been returned
	close   int
	stop    int // the value of sorter.stop to restore after the object
}

// newSorter reads all items of s and returns a sorter of them.
func newSorter(s source, o Options) (*sorter, error) {
	t := &sorter{}
	var open []int32     // the open objects
	var pending []member // the members of the open objects; the members of the innermost object are last
	var it item
	for n := 0; ; n++ {
		if err := s.next(&it); err != nil {
			return nil, err
		}
		it.object = int32(len(t.objects))
		t.add(n, &it)
		switch it.kind {
		case tokenizer.BeginObject:
			open = append(open, int32(len(t.objects)))
			t.objects = append(t.objects, object{first: len(pending)})
		case tokenizer.Name:
			pending = append(pending, member{key: keyOf(it.text), begin: n})
		case tokenizer.EndObject:
			last := len(open) - 1
			pending = t.end(&t.objects[open[last]], pending, n, o.Order)
			open = open[:last]
		case end:
			t.stop = n + 1
			return t, nil
		}
	}
}

// end sorts the members of the object o, which are the last of the pending members. Item number n
// is the closing bracket of o. It returns the remaining pending members.
func (t *sorter) end(o *object, pending []member, n int, order Order) []member {
	mine, rest := pending[o.first:], pending[:o.first]
	o.first, o.last, o.close = len(t.members), len(t.members)+len(mine), n
	if len(mine) == 0 {
		return rest
	}
	for i := range mine[1:] {
		mine[i].end = mine[i+1].begin
	}
	mine[len(mine)-1].end = n
	first := t.item(mine[0].begin)
	slices.SortStableFunc(mine, orders[order])
	keepOpen(first, t.item(mine[0].begin))
	t.members = append(t.members, mine...)
	return rest
}

// keepOpen compares the old and the new first member of an object. If there are line endings before
// only one of the two, keepOpen swaps the line endings. A line ending before the first member keeps
// the object on several lines. Comments have the same effect, so keepOpen does nothing if one of
// the members has comments.
func keepOpen(old, first *item) {
	if (old.lines > 0) != (first.lines > 0) && len(old.lead())+len(first.lead()) == 0 {
		old.lines, first.lines = first.lines, old.lines
	}
}

// keyOf returns the text of a name, with each lone surrogate replaced by U+FFFD. Names that differ
// only in lone surrogates compare equal and so keep their order. The order matters because
// encoding/json treats such names as equal and uses the value of the last one.
func keyOf(raw []byte) []byte {
	if raw[0] != '"' || bytes.IndexByte(raw, '\\') >= 0 {
		raw = dialect.AppendString(nil, raw)
		return escape.AppendUnescaped(nil, raw[1:len(raw)-1])
	}
	return raw[1 : len(raw)-1]
}

var orders = [...]func(a, b member) int{
	Ascending:  func(a, b member) int { return bytes.Compare(a.key, b.key) },
	Descending: func(a, b member) int { return bytes.Compare(b.key, a.key) },
	Natural:    func(a, b member) int { return natural.Compare(a.key, b.key) },
	utf16Order: func(a, b member) int { return compareUTF16(a.key, b.key) },
}

// compareUTF16 compares two texts by their UTF-16 code units. The only difference from the order by
// code point is that characters above U+FFFF, which are surrogate pairs in UTF-16, precede U+E000
// to U+FFFF.
func compareUTF16(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && (n < len(a) && !utf8.RuneStart(a[n]) || n < len(b) && !utf8.RuneStart(b[n])) {
		n--
	}
	a, b = a[n:], b[n:]
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(a), len(b))
	}
	x, _ := utf8.DecodeRune(a)
	y, _ := utf8.DecodeRune(b)
	if (x > 0xFFFF) != (y > 0xFFFF) {
		x, y = firstUnit(x), firstUnit(y)
	}
	return cmp.Compare(x, y)
}

// firstUnit returns the first UTF-16 code unit of r.
func firstUnit(r rune) rune {
	if r > 0xFFFF {
		return 0xD800 + (r-0x10000)>>10
	}
	return r
}

func (t *sorter) next(it *item) error {
	for t.at == t.stop {
		t.nextMember()
	}
	*it = *t.item(t.at)
	t.at++
	if it.kind == tokenizer.BeginObject {
		if o := &t.objects[it.object]; o.first < o.last {
			t.open = append(t.open, visit{t.members[o.first:o.last], o.close, t.stop})
			t.stop = t.at // so that nextMember is called next, and continues with the first member
		}
	}
	return nil
}

// nextMember continues with the next member of the innermost object. After the last member, it
// continues with the closing bracket of the object.
func (t *sorter) nextMember() {
	last := len(t.open) - 1
	v := &t.open[last]
	if len(v.members) == 0 {
		t.at, t.stop = v.close, v.stop
		t.open = t.open[:last]
		return
	}
	t.at, t.stop = v.members[0].begin, v.members[0].end
	v.members = v.members[1:]
}
