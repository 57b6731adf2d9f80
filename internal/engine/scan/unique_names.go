package scan

import (
	"slices"
	"unsafe"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// If names must be unique and kernels check everything else, the kernels mark only braces and
// colons. So each name has a single mark, which is that of the colon after it.

// Walk adds the names of src, given their marks (see [jsonsimd.MarkNames]). It returns how many
// marks precede the first invalid one, which belongs to a name that its object already has, or to
// some other error in an invalid text. Walk does not read src before src[from].
//
// The names of large objects are only collected at first. They are compared together at the end of Walk or,
// if n is Late, when the objects end.
func (n *NameSets) Walk(src []byte, marks []uint32, from int) (walked int) {
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
		if ok, escaped = n.walkOne(src, int(marks[walked]), from, escaped); !ok {
			break
		}
	}
	if duplicate := n.compare(src); duplicate >= 0 {
		walked, _ = slices.BinarySearch(marks, uint32(n.Spans[duplicate].End))
		n.returnTo(duplicate)
	}
	return walked
}

// pushEscaped adds names of the innermost object, which is large, without comparing them. It stops after
// a name without escapes, and before a mark that walkOne must process. It returns how many marks it has
// passed.
func (n *NameSets) pushEscaped(src []byte, marks []uint32, from int) (passed int) {
	n.buf = slices.Grow(n.buf[:0], shortName+quoting.UnquoteShortRoom)
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
		plain := size == len(text)
		if n.Fold {
			var isASCII bool
			size, isASCII = fold(buf[:size])
			plain = plain && isASCII
		}
		n.push(names.Key(buf[:size]), begin, colon)
		if plain {
			return i + 1
		}
	}
	return len(marks)
}

// walkOne processes a single mark, which is a brace or a colon, and reports whether it is valid,
// and whether the last name has escapes. The parameter escaped reports whether the previous name
// has escapes.
func (n *NameSets) walkOne(src []byte, mark, from int, escaped bool) (ok, stillEscaped bool) {
	switch c := src[mark]; {
	case c == '{':
		n.Open()
	case n.depth() == 0 && (!n.inPart || c == '}'):
		return false, false
	case c == '}':
		if n.large() != nil && !n.Late && n.compare(src) >= 0 {
			return false, false
		}
		n.Close()
	default:
		end := nameEnd(src, mark, from)
		isLarge := n.large() != nil
		if !isLarge {
			if begin, key, ok := n.cache.find(src, end, from, n.Fold); ok {
				_, ok = n.addKey(src, key, begin, end)
				return ok, true
			}
		}
		begin, ok := nameBegin(src, end, from)
		if !ok || end == from {
			return ok, false
		}
		key, escaped := n.decodedKey(src, begin, end)
		if isLarge {
			n.push(key, begin, end)
		} else {
			_, ok = n.addKey(src, key, begin, end)
		}
		return ok, escaped
	}
	return true, escaped
}

// decodedKey returns the key of the name src[begin:end], and whether the name has escapes, or characters that kernels cannot
// fold. It adds such a name to the cache, unless the object is large: other objects rarely have the same names.
func (n *NameSets) decodedKey(src []byte, begin, end int) (key uint64, escaped bool) {
	body := src[begin+1 : end-1]
	text := body
	switch {
	case n.Fold:
		var plain bool
		n.buf, plain = appendFoldedName(n.buf[:0], body)
		text, escaped = n.buf, !plain
	case len(body) > shortName:
		text = n.comparable(body)
		escaped = len(text) < len(body)
	default: // searching for a backslash first would take longer
		n.buf = AppendName(n.buf[:0], body)
		text, escaped = n.buf, len(n.buf) < len(body)
	}
	key = names.Key(text)
	if escaped && n.large() == nil {
		if n.cache == nil {
			n.cache = new(nameCache)
		}
		n.cache.add(src, begin, end, key, n.Fold)
	}
	return key, escaped
}

// returnTo forgets the names from index i on, and the objects that begin after them. These names
// must not be in a set.
func (n *NameSets) returnTo(i int) {
	for n.first() > i {
		n.Close()
	}
	n.forget(i)
}

// AddBefore adds the name before src[colon], and reports whether it is new in its object. It also
// returns true if the name is before src[from], because such a name has already been added. It
// returns false if there is no name.
func (n *NameSets) AddBefore(src []byte, colon, from int) bool {
	end := nameEnd(src, colon, from)
	begin, ok := nameBegin(src, end, from)
	if ok && end > from {
		_, ok = n.add(src, begin, end, true)
	}
	return ok
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

// OpenNames starts an object whose names must be unique.
func (s *Scanner) OpenNames() {
	s.Names.Fold = s.FoldNames
	s.Names.Open()
}

// ApproachName moves the scanner to the name before src[colon], which its object already has.
// Offsets in Src are smaller than those in src; moved is the difference. The scanner's nesting
// becomes a single object, since the containers around that object do not matter to the error.
func (s *Scanner) ApproachName(src []byte, colon, moved int) {
	begin, _ := nameBegin(src, nameEnd(src, colon, 0), 0)
	s.Pos = begin - moved
	s.Named, s.State = s.Pos, WantNextName
	s.Nesting.Push(true)
}

// IsBeforeName reports whether the scanner is before a name that follows another member. That may be
// because its object already has the name; see [Scanner.ApproachName].
func (s *Scanner) IsBeforeName() bool {
	return s.State == WantNextName && s.Pos < len(s.Src) && s.Src[s.Pos] == '"'
}

// TakeNames moves the names of n into the scanner, which must have no names, and leaves n empty. In
// return, n gets the memory that the scanner had for names. Offsets in Src are smaller than those of
// n; moved is the difference.
func (s *Scanner) TakeNames(n *NameSets, moved int) {
	memory := s.Names.Names
	s.Names, *n = *n, NameSets{}
	n.Spans, n.Keys, n.Firsts = memory.Spans[:0], memory.Keys[:0], memory.Firsts[:0]
	for i := range s.Names.Spans {
		s.Names.Spans[i].Begin -= moved
		s.Names.Spans[i].End -= moved
	}
}
