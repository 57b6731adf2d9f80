package tokenizer

import (
	"strconv"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// A path holds what a stream must remember to make JSON Pointers: the last element or member of
// each open container.
type path struct {
	levels []level // the levels of the open containers, outermost first

	// The outermost levels, up to level kept-1, were already open when src was last shortened.
	// Their last names, if any, were then copied to text, where the name of level i ends at
	// ends[i]. If a level has had another name since then, that name is in src.
	kept int
	text []byte
	ends []int
}

// A level is an open container. For an array, the value is the number of elements that have begun.
// For an object, the value is negative and encodes the offset in src of the last name.
type level int

const (
	unnamed  level = -1 // the last name has been copied to text, and is no longer in src
	nameless level = -2 // the object has no name yet, or its last member has none
)

func namedAt(quote int) level  { return level(-3 - quote) }
func (l level) quote() int     { return int(-3 - l) }
func (l level) isObject() bool { return l < 0 }

func (p *path) reset() { *p = path{levels: p.levels[:0], text: p.text[:0], ends: p.ends[:0]} }

// open records an opening bracket. The n values directly before it have not been counted yet.
func (p *path) open(object bool, n int) {
	p.count(n + 1)
	first := level(0)
	if object {
		first = nameless
	}
	p.levels = append(p.levels, first)
}

func (p *path) close() {
	p.levels = p.levels[:len(p.levels)-1]
	p.kept = min(p.kept, len(p.levels))
}

// count counts n values if they are elements of an array.
func (p *path) count(n int) {
	if last := len(p.levels) - 1; last >= 0 && !p.levels[last].isObject() {
		p.levels[last] += level(n)
	}
}

// named records the name at src[quote].
func (p *path) named(quote int) { p.levels[len(p.levels)-1] = namedAt(quote) }

// forgetName records that the current member of the innermost container, which is an object, has no
// name.
func (p *path) forgetName() { p.levels[len(p.levels)-1] = nameless }

// passed records a token that the scanner has found at offset begin.
func (p *path) passed(kind TokenKind, begin int) {
	switch kind {
	case BeginObject, BeginArray:
		p.open(kind == BeginObject, 0)
	case EndObject, EndArray:
		p.close()
	case Name:
		p.named(begin)
	default:
		p.count(1)
	}
}

// settle copies the names that are in src, so that src may be dropped. Only level kept-1, and the
// levels inside it, can have new names.
func (p *path) settle(src []byte) {
	first := max(p.kept-1, 0)
	for i := first; i < len(p.levels); i++ {
		l := p.levels[i]
		if i < p.kept && l == unnamed {
			continue
		}
		p.text = p.text[:p.begin(i)]
		if l < nameless {
			name, _ := p.name(src, i)
			p.text = append(p.text, name...)
			p.levels[i] = unnamed
		}
		p.ends = append(p.ends[:i], len(p.text))
	}
	p.kept = len(p.levels)
}

// begin returns the index in p.text at which the name of level i begins.
func (p *path) begin(i int) int {
	if i == 0 {
		return 0
	}
	return p.ends[i-1]
}

// name returns the last name of level i as it is written, without its quotation marks. It also
// reports whether there is such a name.
func (p *path) name(src []byte, i int) (body []byte, ok bool) {
	switch l := p.levels[i]; {
	case l < nameless:
		src = src[l.quote():]
		n, _ := syntax.StringLen(src)
		return src[1 : n-1], true
	case l == unnamed:
		return p.text[p.begin(i):p.ends[i]], true
	}
	return nil, false
}

// pointer returns the JSON Pointer of the last value in the container levels[n-1], or "" if n is 0.
// If the parameter next is set and that container is an array, the pointer is that of the array's
// next element.
func (p *path) pointer(src []byte, n int, next bool) string {
	var dst []byte
	for i, l := range p.levels[:n] {
		name, ok := p.name(src, i)
		if l.isObject() && !ok {
			break // the member has no name, so the pointer ends at its object
		}
		dst = append(dst, '/')
		switch {
		case l.isObject():
			dst = place.AppendToken(dst, name)
		case next && i == n-1:
			dst = strconv.AppendInt(dst, int64(l), 10)
		default:
			dst = strconv.AppendInt(dst, int64(l)-1, 10)
		}
	}
	return string(dst)
}
