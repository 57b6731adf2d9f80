package unique

import (
	"slices"
	"unsafe"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// If names must be unique and kernels check everything else, the kernels mark only braces and
// colons. So each name has a single mark, which is that of the colon after it.

// walk implements Walk of [Names]. The names of large objects are only collected at first, and compared at the end.
func (n *objects) walk(c comparison, src []byte, marks []uint32, from int) (walked int) {
	for ok, escaped := true, false; ; walked++ {
		switch {
		case !escaped: // otherwise the next name probably has escapes, too, and the kernel would stop at once
			walked += n.AddNames(src, marks[walked:], from)
		case n.large() != nil:
			walked += n.pushEscaped(src, marks[walked:], from)
		}
		if walked == len(marks) {
			break
		}
		if ok, escaped = n.walkOne(c, src, int(marks[walked]), from, escaped); !ok {
			break
		}
	}
	if duplicate := n.compareAll(c, src); duplicate >= 0 {
		walked, _ = slices.BinarySearch(marks, uint32(n.Spans[duplicate].End))
		n.returnTo(c, duplicate)
	}
	return walked
}

// pushEscaped adds names of the innermost object, which is large, without comparing them. It stops after
// a name without escapes, and before a mark that walkOne must process. It returns how many marks it has
// passed.
func (n *objects) pushEscaped(src []byte, marks []uint32, from int) (passed int) {
	n.buf = slices.Grow(n.buf[:0], 2*(shortName+quoting.UnquoteShortRoom)) // a form is made after the name
	buf := n.buf[:cap(n.buf)]
	for i, mark := range marks {
		colon := int(mark)
		if src[colon] != ':' || colon == from || src[colon-1] != '"' {
			return i
		}
		begin := syntax.LastQuote(src[:colon-1], from)
		if begin < 0 || colon-begin-2 > shortName {
			return i
		}
		text := src[begin+1 : colon-1]
		size, read := quoting.UnquoteShort(buf, unsafe.String(unsafe.SliceData(text), len(text)))
		if read < len(text) {
			return i
		}
		name, plain := buf[:size], size == len(text)
		if n.form != nil {
			var isASCII, isSure bool
			if name, isASCII, isSure = n.form.Fold(name, 0); !isSure {
				return i
			}
			plain = plain && isASCII
		}
		n.push(names.Key(name), begin, colon)
		if plain {
			return i + 1
		}
	}
	return len(marks)
}

// walkOne processes a single mark, which is a brace or a colon, and reports whether it is valid,
// and whether the last name has escapes. The parameter escaped reports whether the previous name
// has escapes.
func (n *objects) walkOne(c comparison, src []byte, at, from int, escaped bool) (ok, stillEscaped bool) {
	switch mark := src[at]; {
	case mark == '{':
		n.open()
	case n.depth() == 0 && (!n.inPart || mark == '}'):
		return false, false
	case mark == '}':
		// Names of the objects around this one may have to be compared, too. But there may be many of these objects, so they wait
		// until they end, or until the end of walk, which reports the first duplicate name of all.
		if o := n.large(); o != nil && c.compare(o, src, n.first(), len(n.Keys)) >= 0 {
			return false, false
		}
		c.Close()
	default:
		end := nameEnd(src, at, from)
		isLarge := n.large() != nil
		if !isLarge {
			if begin, key, ok := n.cache.find(src, end, from, n.form); ok {
				_, ok = n.addKey(c, src, key, begin, end)
				return ok, true
			}
		}
		begin, ok := nameBegin(src, end, from)
		if !ok || end == from {
			return ok, false
		}
		key, escaped, isSure := n.decodedKey(src, begin, end)
		if !isSure {
			return false, false
		}
		if isLarge {
			n.push(key, begin, end)
		} else {
			_, ok = n.addKey(c, src, key, begin, end)
		}
		return ok, escaped
	}
	return true, escaped
}

// decodedKey returns the key of the name src[begin:end], and whether the name has escapes, or a form that kernels do not
// find. It adds such a name to the cache, unless the object is large: other objects rarely have the same names.
func (n *objects) decodedKey(src []byte, begin, end int) (key uint64, escaped, isSure bool) {
	body := src[begin+1 : end-1]
	text, isASCII, isSure := body, true, true
	if n.form == nil && len(body) > shortName {
		text, _ = n.comparable(body)
	} else { // searching for a backslash first would take longer
		n.buf = AppendName(n.buf[:0], body)
		text = n.buf
	}
	escaped = len(text) < len(body)
	if n.form != nil {
		n.buf, isASCII, isSure = n.form.Fold(n.buf, 0)
		text, escaped = n.buf, escaped || !isASCII
	}
	key = names.Key(text)
	if escaped && isSure && n.large() == nil {
		if n.cache == nil {
			n.cache = new(nameCache)
		}
		n.cache.add(src, begin, end, key, n.form)
	}
	return key, escaped, isSure
}

// returnTo forgets the names from index i on, and the objects that begin after them. A large object must not have compared them.
func (n *objects) returnTo(c comparison, i int) {
	for n.first() > i {
		c.Close()
	}
	n.forget(i)
}

// addBefore implements AddBefore of [Names].
func (n *objects) addBefore(c comparison, src []byte, colon, from int) bool {
	end := nameEnd(src, colon, from)
	begin, ok := nameBegin(src, end, from)
	if ok && end > from {
		_, ok = n.add(c, src, begin, end, true)
	}
	return ok
}

// Before returns where the name before src[colon] begins. There must be one.
func Before(src []byte, colon int) (begin int) {
	begin, _ = nameBegin(src, nameEnd(src, colon, 0), 0)
	return begin
}

// nameEnd returns where the name before src[colon] ends, or from if it is before src[from].
func nameEnd(src []byte, colon, from int) int {
	end := colon
	for end > from && syntax.IsSpace(src[end-1]) {
		end--
	}
	return end
}

// nameBegin returns where the name that ends before src[end] begins, and whether there is one. If
// the name is before src[from], ok is true.
func nameBegin(src []byte, end, from int) (begin int, ok bool) {
	if end == from {
		return 0, true
	}
	if src[end-1] == '"' {
		begin = syntax.LastQuote(src[:end-1], from)
		ok = begin >= 0
	}
	return begin, ok
}
