package place

import (
	"slices"
	"strconv"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// A Path holds what must be remembered of a stream to make JSON Pointers: the last element or member
// of each open container. The parameter src of its methods is the part of the stream that is in memory.
type Path struct {
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
	lost     level = -3 // the last name is not known
)

func namedAt(quote int) level  { return level(-4 - quote) }
func (l level) quote() int     { return int(-4 - l) }
func (l level) isObject() bool { return l < 0 }

// Reset prepares p for another stream, and keeps its memory.
func (p *Path) Reset() { *p = Path{levels: p.levels[:0], text: p.text[:0], ends: p.ends[:0]} }

// Memory returns how many bytes of memory p has.
func (p *Path) Memory() int { return 8*(cap(p.levels)+cap(p.ends)) + cap(p.text) }

// Open records an opening bracket. The n values directly before it have not been counted yet.
func (p *Path) Open(object bool, n int) {
	p.Count(n + 1)
	first := level(0)
	if object {
		first = nameless
	}
	if p.levels == nil {
		p.levels = make([]level, 0, fewLevels)
	}
	p.levels = append(p.levels, first)
}

// Close records a closing bracket. A container must be open.
func (p *Path) Close() {
	p.levels = p.levels[:len(p.levels)-1]
	p.kept = min(p.kept, len(p.levels))
}

// Depth returns the number of open containers.
func (p *Path) Depth() int { return len(p.levels) }

// InObject reports whether the innermost open container is an object.
func (p *Path) InObject() bool {
	last := len(p.levels) - 1
	return last >= 0 && p.levels[last].isObject()
}

// IsObject reports whether the open container at depth i, which starts at 0 for the outermost one, is an object.
func (p *Path) IsObject(i int) bool { return p.levels[i].isObject() }

// Count counts n values if they are elements of an array.
func (p *Path) Count(n int) {
	if last := len(p.levels) - 1; last >= 0 && !p.levels[last].isObject() {
		p.levels[last] += level(n)
	}
}

// CountElement counts a value in the innermost container, which must be an array.
func (p *Path) CountElement() { p.levels[len(p.levels)-1]++ }

// Named records the name at src[quote] in the innermost container, which must be an object.
func (p *Path) Named(quote int) { p.levels[len(p.levels)-1] = namedAt(quote) }

// ForgetName records that the current member of the innermost container, which is an object, has no
// name.
func (p *Path) ForgetName() { p.levels[len(p.levels)-1] = nameless }

// LoseName records that the name of the current member of the innermost container, which is an object, is not known.
func (p *Path) LoseName() { p.levels[len(p.levels)-1] = lost }

// IsKnown reports whether the last names of the n outermost containers are known, so that Pointer may be called with that n.
func (p *Path) IsKnown(n int) bool { return !slices.Contains(p.levels[:n], lost) }

// Settle copies the names that are in src, so that src may be dropped. Only level kept-1, and the
// levels inside it, can have new names.
func (p *Path) Settle(src []byte) {
	first := max(p.kept-1, 0)
	for i := first; i < len(p.levels); i++ {
		l := p.levels[i]
		if i < p.kept && l == unnamed {
			continue
		}
		p.text = p.text[:p.begin(i)]
		if l < lost {
			name, _ := p.name(src, i)
			p.text = append(p.text, name...)
			p.levels[i] = unnamed
		}
		p.ends = append(p.ends[:i], len(p.text))
	}
	p.kept = len(p.levels)
}

// begin returns the index in p.text at which the name of level i begins.
func (p *Path) begin(i int) int {
	if i == 0 {
		return 0
	}
	return p.ends[i-1]
}

// name returns the last name of level i as it is written, without its quotation marks. It also
// reports whether there is such a name.
func (p *Path) name(src []byte, i int) (body []byte, ok bool) {
	switch l := p.levels[i]; {
	case l < lost:
		src = src[l.quote():]
		n, _ := syntax.StringLen(src)
		return src[1 : n-1], true
	case l == unnamed:
		return p.text[p.begin(i):p.ends[i]], true
	}
	return nil, false
}

// Pointer returns the JSON Pointer of the last value in the container levels[n-1], or "" if n is 0.
// If the parameter next is set and that container is an array, the pointer is that of the array's
// next element.
func (p *Path) Pointer(src []byte, n int, next bool) string {
	var dst []byte
	for i, l := range p.levels[:n] {
		name, ok := p.name(src, i)
		if l.isObject() && !ok {
			break // the member has no name, so the pointer ends at its object
		}
		dst = append(dst, '/')
		switch {
		case l.isObject():
			dst = AppendToken(dst, name)
		case next && i == n-1:
			dst = strconv.AppendInt(dst, int64(l), 10)
		default:
			dst = strconv.AppendInt(dst, int64(l)-1, 10)
		}
	}
	return string(dst)
}

// Resume records the open containers of an outline.
func (p *Path) Resume(o *Outline) {
	for i, l := range o.Levels {
		level := level(l.Commas)
		if i < len(o.Levels)-1 {
			level++ // the last element has begun
		}
		if l.Object {
			level = nameless
			if raw := o.LastName(i); raw != nil {
				p.text = append(p.text, raw[1:len(raw)-1]...)
				level = unnamed
			}
		}
		p.levels, p.ends = append(p.levels, level), append(p.ends, len(p.text))
	}
	p.kept = len(p.levels)
}
