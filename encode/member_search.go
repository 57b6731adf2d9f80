package encode

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A memberSearch finds the members with certain names in a text: a part of a valid document that begins and ends
// outside of strings. It may begin or end in a number or literal.
//
// It does not follow the structure of the document, because no context is needed. In valid JSON, a
// quotation mark without a backslash before it begins or ends a string. If it is followed by a name, another
// quotation mark and a colon, it begins the name of a member. The exceptions are names such as "],[", which may
// be equal to the text between two strings; see canSeparate. Names that are written with escapes are found by
// their backslashes.
type memberSearch struct {
	names   []wantedName
	text    []byte
	lines   bool   // text consists of whole records
	at      int    // where the search continues; outside of strings
	escaped member // the next member whose name is written with escapes; not known if it begins before at
	decoded []byte // memory for a name
	input   []byte // memory for CopyReader
}

// A wantedName is a name that is searched for.
type wantedName struct {
	name string
	raw  bool // the name may be written without escapes
	next int  // offset of the next such member, or the length of the text; not known if it is before at

	separates bool // see canSeparate
	outside   int  // if separates is set: an offset that is known to be outside of strings
}

// A member is a member that has been found.
type member struct {
	name       int // index of the name
	begin      int // offset of the name
	value, end int // offsets of the value and of its end
}

// setNames sets the names that are searched for.
func (s *memberSearch) setNames(names []string) {
	s.names = s.names[:0]
	for _, name := range names {
		raw := !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' })
		s.names = append(s.names, wantedName{name: name, raw: raw, separates: canSeparate(name)})
	}
}

// canSeparate reports whether a name may be equal to the text between two strings, outside of both.
func canSeparate(name string) bool {
	last := len(name) - 1
	return last >= 0 && strings.IndexByte(" ,:]}", name[0]) >= 0 && strings.IndexByte(" ,:[{", name[last]) >= 0
}

// setText sets the text to search. The parameter lines reports whether it consists of whole records, in lines.
func (s *memberSearch) setText(text []byte, lines bool) {
	s.text, s.lines, s.at, s.escaped.begin = text, lines, 0, -1
	for i := range s.names {
		n := &s.names[i]
		if n.next, n.outside = -1, 0; !n.raw {
			n.next = len(text)
		}
	}
}

// next finds the next member and moves past it. If there is none, it moves to the end of the text, or to a member
// that is cut off.
func (s *memberSearch) next() (m member, ok bool) {
	m.begin = len(s.text)
	for i := range s.names {
		n := &s.names[i]
		if n.next < s.at {
			n.next = s.find(n)
		}
		if n.next < m.begin {
			m = member{name: i, begin: n.next, value: n.next + len(n.name) + len(`""`)}
		}
	}
	if s.escaped.begin < s.at {
		s.escaped = s.findEscaped()
	}
	if s.escaped.begin < m.begin {
		m = s.escaped
	}
	s.at = m.begin
	if colon := afterSpace(s.text, m.value); m.begin < len(s.text) && colon < len(s.text) {
		m.value = afterSpace(s.text, colon+1)
		if m.end, ok = valueEnd(s.text, m.value); ok {
			s.at = m.end
		}
	}
	return m, ok
}

// find returns the offset of the next member with a name that is written without escapes, or of a string at the end of
// the text that may be one. If there is none, it returns the length of the text.
func (s *memberSearch) find(n *wantedName) int {
	first, length := byte('"'), len(n.name)+1
	if length > 1 {
		first = n.name[0]
	}
	for at := s.at; ; at++ {
		i := names.IndexQuoted(s.text[at:], first, length)
		if i < 0 {
			return len(s.text)
		}
		at += i
		if string(s.text[at+1:at+length]) == n.name && (at == 0 || s.text[at-1] != '\\') &&
			s.isName(at+length+1) && (!n.separates || s.isOpening(n, at)) {
			return at
		}
	}
}

// isName reports whether a string that ends at an offset is a name. It returns true if that is not known.
func (s *memberSearch) isName(end int) bool {
	at := afterSpace(s.text, end)
	return at == len(s.text) || s.text[at] == ':'
}

// isOpening reports whether the quotation mark at an offset begins a string, by reading the strings before it.
func (s *memberSearch) isOpening(n *wantedName, at int) bool {
	for n.outside < at {
		n.outside += bytes.IndexByte(s.text[n.outside:], '"')
		if n.outside < at {
			n.outside = closingQuote(s.text, n.outside+1) + 1
		}
	}
	return n.outside == at
}

// findEscaped finds the next member that has one of the names, written with escapes.
func (s *memberSearch) findEscaped() member {
	for at := s.at; len(s.names) > 0; {
		i := bytes.IndexByte(s.text[at:], '\\')
		if i < 0 {
			break
		}
		escape := at + i
		at = closingQuote(s.text, escape) + 1
		if !s.isName(at) {
			continue
		}
		begin := bytes.LastIndexByte(s.text[:escape], '"')
		if i := s.indexOf(s.text[begin+1 : at-1]); i >= 0 {
			return member{name: i, begin: begin, value: at}
		}
	}
	return member{begin: len(s.text)}
}

// indexOf returns the index of a name that is written with escapes, or -1.
func (s *memberSearch) indexOf(body []byte) int {
	s.decoded = unique.AppendName(s.decoded[:0], body)
	for i := range s.names {
		if string(s.decoded) == s.names[i].name {
			return i
		}
	}
	return -1
}

// valueEnd returns where the value of a member, which begins at an offset, ends. It returns false if the text ends
// before, or if more of a number or literal may follow.
func valueEnd(text []byte, at int) (end int, ok bool) {
	if at >= len(text) {
		return 0, false
	}
	switch text[at] {
	case '"':
		end := closingQuote(text, at+1) + 1
		return end, end > 0
	case '{', '[':
		n, ok := place.ContainerEnd(text[at:])
		return at + n, ok
	}
	for end = at; end < len(text) && !isDelimiter(text[end]); end++ {
	}
	return end, end < len(text)
}

// isDelimiter reports whether a byte can follow a number or literal.
func isDelimiter(c byte) bool { return c == ',' || syntax.IsClosing(c) || syntax.IsSpace(c) }

// closingQuote returns the offset of the quotation mark that ends a string, given an offset in the string that is
// not escaped. It returns -1 if there is none.
func closingQuote(text []byte, inside int) int {
	for at := inside; ; at++ {
		n := bytes.IndexByte(text[at:], '"')
		if n < 0 {
			return -1
		}
		if at += n; !syntax.IsEscaped(text, inside, at) {
			return at
		}
	}
}

// afterSpace returns the offset after the white space at an offset.
func afterSpace(text []byte, at int) int {
	for at < len(text) && syntax.IsSpace(text[at]) {
		at++
	}
	return at
}
