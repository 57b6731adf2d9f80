package param

import (
	"strconv"
	"strings"
)

// An entry is an item of an array, or a member of an object.
type entry struct {
	key   piece
	name  string // the key, decoded
	value piece
	whole piece // key and value
	// next is the index of the next entry for the same name, or -1. Of entries with one name, only the first is not again;
	// it also has the last one.
	next, last int
	again      bool
}

// A lister writes arrays and objects, whose items or members are entries.
type lister struct {
	writer
	entries []entry
	seen    map[string]int // the first entry with each name, if there are more than a few
}

// reset forgets the request, but keeps memory.
func (l *lister) reset(limits Limits) {
	clear(l.entries)
	l.entries = keep(l.entries)
	l.clearNames()
	l.writer.forget(limits)
}

func (l *lister) begin(p *Param, s source, c coding, r Reading) {
	l.entries = l.entries[:0]
	l.writer.begin(p, s, c, r)
}

func (l *lister) add(e entry) {
	e.next, e.last = -1, len(l.entries)
	l.entries = append(l.entries, e)
}

func (p *pair) entry() entry { return entry{key: p.key(), value: p.text(), whole: p.piece} }

// split adds an entry for each part of a text between delimiters.
func (l *lister) split(at piece, by delimiter) *Fault {
	line := l.line(at.line)
	for begin, most := at.begin, 2*l.limits.Items; ; {
		end, next := by.find(line[begin:at.end])
		part := piece{at.line, begin, begin + end}
		if len(l.entries) >= most { // an object has two entries for each member
			return l.exceeded(TooManyItems, part, l.limits.Items)
		}
		l.add(entry{value: part, whole: part})
		if end == next {
			return nil
		}
		begin += next
	}
}

// simple appends a text in which items are delimited.
func (l *lister) simple(s *Shape, at piece, by delimiter) *Fault {
	if isScalar(s) {
		return l.scalar(s, at)
	}
	if at.begin < at.end {
		if f := l.split(at, by); f != nil {
			return f
		}
	}
	return l.list(s, at, by, nil)
}

// list appends the entries, whose keys have not been split off. whole is the text that they are part of, and more has
// the other lines of a header.
func (l *lister) list(s *Shape, whole piece, by delimiter, more []string) *Fault {
	switch l.structureOf(s, by, more) {
	case Array:
		return l.array(s, whole)
	case Object:
		if f := l.members(by); f != nil {
			return f
		}
		return l.object(s, whole, false)
	}
	if len(more) > 0 {
		return l.repeated(piece{1, 0, len(more[0])}, whole)
	}
	return l.scalar(s, whole)
}

// structureOf chooses the structure of the entries. A single text can be a scalar, but several lines of a header cannot.
func (l *lister) structureOf(s *Shape, by delimiter, more []string) Types {
	n, isObject := len(l.entries), len(l.entries)%2 == 0
	named := l.isExploded() && n > 0
	if named {
		isObject = l.count('=') == n || by == '.' && l.hasEquals(0)
	}
	switch {
	case n == 0:
		return l.choose(s, 3, String, Array, Object)
	case len(more) > 0 && isObject:
		return l.choose(s, 2, Array, Object, String)
	case len(more) > 0:
		return l.choose(s, 1, Array, String, Object)
	case n == 1 && isObject:
		return l.choose(s, 3, String, Array, Object)
	case n == 1:
		return l.choose(s, 2, String, Array, Object)
	case named && isObject:
		return l.choose(s, 3, Object, Array, String)
	case isObject:
		return l.choose(s, 3, Array, Object, String)
	}
	return l.choose(s, 2, Array, String, Object)
}

// isExploded reports whether keys and values of an object in one text are separated by an equals sign.
func (l *lister) isExploded() bool {
	style := l.param.style()
	return l.param.Explode && (style == Simple || style == Label)
}

// count returns the number of entries that contain b.
func (l *lister) count(b byte) (n int) {
	for i := range l.entries {
		if strings.IndexByte(l.cut(l.entries[i].value), b) >= 0 {
			n++
		}
	}
	return n
}

func (l *lister) hasEquals(i int) bool {
	return strings.IndexByte(l.cut(l.entries[i].value), '=') >= 0
}

// members turns entries into those of an object.
func (l *lister) members(by delimiter) *Fault {
	n := 0
	for i := 0; i < len(l.entries); i++ {
		e := &l.entries[n]
		*e = l.entries[i]
		switch {
		case !l.isExploded():
			if i++; i == len(l.entries) {
				return l.fault(MissingValue, e.value)
			}
			e.key, e.value = e.value, l.entries[i].value
			e.whole = piece{e.key.line, e.key.begin, e.value.end}
			if e.value.line != e.key.line {
				e.whole = e.key
			}
		case by == '.' && n > 0 && !l.hasEquals(i):
			// A point in a value is not encoded (RFC 6570, section 3.2.5): .R=1.5.G=2
			last := &l.entries[n-1]
			last.value.end, last.whole.end = e.value.end, e.value.end
			continue
		default:
			if !l.divide(e) {
				return l.fault(MissingEquals, e.whole)
			}
		}
		e.last = n
		n++
	}
	l.entries = l.entries[:n]
	return nil
}

// divide splits an entry at its first equals sign. Without one, the whole entry is the key, and the result is false.
func (l *lister) divide(e *entry) bool {
	key, _, found := strings.Cut(l.cut(e.whole), "=")
	e.key = piece{e.whole.line, e.whole.begin, e.whole.begin + len(key)}
	e.value = piece{e.whole.line, e.key.end, e.whole.end}
	if found {
		e.value.begin++
	}
	return found
}

// array appends the entries as an array.
func (l *lister) array(s *Shape, whole piece) *Fault {
	opened := l.open('[', whole)
	for i := range l.entries {
		if i == l.limits.Items {
			return l.exceeded(TooManyItems, l.entries[i].whole, i)
		}
		l.comma(i)
		if f := l.scalar(s.item(i), l.entries[i].value); f != nil {
			return under(f, strconv.Itoa(i))
		}
	}
	l.close(']', opened)
	return nil
}

// object appends the entries as an object. If repeat is true, members may be arrays, whose items are entries with one name.
func (l *lister) object(s *Shape, whole piece, repeat bool) *Fault {
	if f := l.link(repeat); f != nil {
		return f
	}
	opened, members := l.open('{', whole), 0
	for i := range l.entries {
		e := &l.entries[i]
		if e.again {
			continue
		}
		if members++; members > l.limits.Items {
			return l.exceeded(TooManyItems, e.whole, l.limits.Items)
		}
		f := l.name(e.name, e.key)
		if f != nil {
			return f
		}
		if repeat {
			f = l.leaf(s.member(e.name), i)
		} else {
			f = l.scalar(s.member(e.name), e.value)
		}
		if f != nil {
			return under(f, e.name)
		}
	}
	l.close('}', opened)
	return nil
}

// link decodes the keys and links entries with equal ones.
func (l *lister) link(repeat bool) *Fault {
	l.clearNames()
	for i := range l.entries {
		e := &l.entries[i]
		name, kind, bad, n := decodeName(l.cut(e.key), l.coding)
		if kind != 0 {
			return l.fault(kind, piece{e.key.line, e.key.begin + bad, e.key.begin + bad + n})
		}
		e.name = name
		first := l.find(name, i)
		if first == i {
			continue
		}
		if !repeat {
			return under(l.repeated(e.whole, l.entries[first].whole), name)
		}
		l.chain(first, i)
	}
	return nil
}

// chain links entry i to the entries that begin with first.
func (l *lister) chain(first, i int) {
	head := &l.entries[first]
	l.entries[head.last].next, head.last, l.entries[i].again = i, i, true
}

// find returns the index of the first entry with this name before entry i, or i if there is none.
func (l *lister) find(name string, i int) int {
	if len(l.entries) <= few {
		for j := range l.entries[:i] {
			if l.entries[j].name == name {
				return j
			}
		}
		return i
	}
	if l.seen == nil {
		l.seen = make(map[string]int)
	}
	if first, ok := l.seen[name]; ok {
		return first
	}
	l.seen[name] = i
	return i
}

// leaf appends the values of the entries from first on that are linked.
func (l *lister) leaf(s *Shape, first int) *Fault {
	e := &l.entries[first]
	switch {
	case e.next < 0 && l.choose(s, 2, String, Array, Object) != Array:
		return l.scalar(s, e.value)
	case e.next >= 0 && l.choose(s, 1, Array, String, Object) != Array:
		return l.repeated(l.entries[e.next].whole, e.whole)
	}
	if e.next < 0 && e.value.begin == e.value.end {
		first = -1
	}
	return l.items(s, first, e.whole)
}

// items appends the values of the entries from first on that are linked as an array. If first is -1, there are none.
func (l *lister) items(s *Shape, first int, whole piece) *Fault {
	opened, n := l.open('[', whole), 0
	for i := first; i >= 0; i = l.entries[i].next {
		if n == l.limits.Items {
			return l.exceeded(TooManyItems, l.entries[i].whole, n)
		}
		l.comma(n)
		if f := l.scalar(s.item(n), l.entries[i].value); f != nil {
			return under(f, strconv.Itoa(n))
		}
		n++
	}
	l.close(']', opened)
	return nil
}

// clearNames removes all names. A map that has been large is slow to clear.
func (l *lister) clearNames() {
	if len(l.seen) > 256 {
		l.seen = nil
	}
	clear(l.seen)
}
