package tokenizer

import (
	"bytes"

	"github.com/assayjson/assay/escape"
)

// nameSets holds the names seen so far in each open object. A small object's names
// are compared one by one; from mapFrom names on, the object has a map, whose
// hash is seeded at random, so that no input makes the time more than linear.
type nameSets struct {
	names   []span      // of all open objects, the innermost one's last
	objects []objectSet // the open objects
	buf     []byte      // for names with escapes
}

// A span is the part [begin, end) of the input: a name with its quotes.
type span struct{ begin, end int }

type objectSet struct {
	first int            // index in names of the first name
	seen  map[string]int // name to offset; nil while there are few
}

const mapFrom = 16

func (n *nameSets) open() {
	n.objects = append(n.objects, objectSet{first: len(n.names)})
}

func (n *nameSets) close() {
	last := len(n.objects) - 1
	n.names = n.names[:n.objects[last].first]
	n.objects[last].seen = nil // a large map need not wait for the slot to be used again
	n.objects = n.objects[:last]
}

// add adds the name src[begin:end] to the innermost object. When the object has it
// already, first is where.
func (n *nameSets) add(src []byte, begin, end int) (first int, isNew bool) {
	o := &n.objects[len(n.objects)-1]
	name := n.unescaped(src, span{begin, end})
	if o.seen == nil {
		for _, other := range n.names[o.first:] {
			if equalsName(src, other, name) {
				return other.begin, false
			}
		}
		n.names = append(n.names, span{begin, end})
		if len(n.names)-o.first == mapFrom {
			o.seen = n.index(src, n.names[o.first:])
			n.names = n.names[:o.first]
		}
		return begin, true
	}
	if first, dup := o.seen[string(name)]; dup {
		return first, false
	}
	o.seen[string(name)] = begin
	return begin, true
}

// index makes the map of an object that has become large.
func (n *nameSets) index(src []byte, names []span) map[string]int {
	seen := make(map[string]int, 2*len(names))
	for _, s := range names {
		seen[string(n.unescaped(src, s))] = s.begin
	}
	return seen
}

// unescaped returns the text of a name. It is good until the next call.
func (n *nameSets) unescaped(src []byte, s span) []byte {
	body := src[s.begin+1 : s.end-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	n.buf = escape.AppendUnescaped(n.buf[:0], body)
	return n.buf
}

// equalsName reports whether the name at s has the given text.
func equalsName(src []byte, s span, text []byte) bool {
	body := src[s.begin+1 : s.end-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return bytes.Equal(body, text)
	}
	return bytes.Equal(escape.AppendUnescaped(nil, body), text)
}
