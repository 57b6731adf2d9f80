package format

import "github.com/assayjson/assay/tokenizer"

// A sorter returns all items of a source, with the members of each object sorted.
type sorter struct {
	items   [][]item // in pieces of fixed size, so that items are never moved
	objects []object // in the order of their opening brackets
	members []member // the members of all objects; the members of one object are adjacent
	names   [][]byte // the names of the members of open objects
	first   int      // the index in names of the first member of the object that is being sorted
	rank    ranker

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
	close       int  // the number of the item that is the closing bracket
	fixed       bool // the members keep their order
}

// A member consists of the items [begin, end).
type member struct{ begin, end int }

// A visit is an object whose members the sorter is currently returning.
type visit struct {
	members []member // the members that have not yet been returned
	close   int
	stop    int // the value of sorter.stop to restore after the object
}

// newSorter reads all items of s and returns a sorter of them.
func newSorter(s source, o Options) (*sorter, error) {
	t := &sorter{rank: ranker{order: o.Order}}
	t.rank.name = func(n int) []byte { return t.names[t.first+n] }
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
			t.keepIfTied(&it, open)
			pending, t.names = append(pending, member{begin: n}), append(t.names, keyOf(it.text))
		case tokenizer.EndObject:
			t.keepIfTied(&it, open)
			last := len(open) - 1
			pending = t.end(&t.objects[open[last]], pending, n)
			open = open[:last]
		case end:
			t.stop = n + 1
			return t, nil
		}
	}
}

// keepIfTied keeps the members of the innermost open object in their order if it, a name or the closing bracket, is tied to what
// precedes it.
func (t *sorter) keepIfTied(it *item, open []int32) {
	if it.tied {
		t.objects[open[len(open)-1]].fixed = true
	}
}

// end sorts the members of the object o, which are the last of the pending members. Item number n
// is the closing bracket of o. It returns the remaining pending members.
func (t *sorter) end(o *object, pending []member, n int) []member {
	t.first = o.first
	mine, rest := pending[t.first:], pending[:t.first]
	o.first, o.last, o.close = len(t.members), len(t.members)+len(mine), n
	for i := range mine {
		if mine[i].end = n; i > 0 {
			mine[i-1].end = mine[i].begin
		}
	}
	var ranking []ranked
	if !o.fixed {
		ranking = t.rank.rank(len(mine))
	}
	if ranking == nil {
		t.members = append(t.members, mine...)
	} else {
		for _, m := range mine {
			t.item(m.begin).toStartLine()
		}
		t.item(n).toStartLine()
		keepOpen(t.item(mine[0].begin), t.item(mine[ranking[0].n].begin))
		for _, r := range ranking {
			t.members = append(t.members, mine[r.n])
		}
	}
	t.names = t.names[:t.first]
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
