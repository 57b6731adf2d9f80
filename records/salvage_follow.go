package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file decides whether a value among values that may span several lines is inside another one, because of the text
// before it and after it. The rules are those of a divider, except that newlines are white space between values. The
// start of a line without white space before the value is what the start of a line is to a divider.

const (
	mostBlanks = 4 << 10 // the number of bytes of white space after a value that are searched for what follows
	mostAhead  = 1 << 20 // the number of bytes of values with commas between them on a line that are looked at ahead
)

// The surroundings of a value are what is known about the text before it, and what is needed to look ahead at the text after it.
type surroundings struct {
	skeleton   skeleton // of values that are looked at ahead
	most       int      // number of bytes of values on a line that are looked at ahead
	clean      bool     // the text before the value is a record, perhaps with commas after it, or the start of the input
	comma      bool     // there is a comma before the value, after undamaged text
	atNewline  bool     // the value begins at the start of a line
	lastBefore byte     // the last byte before the value that is not white space, in damaged text
}

// note remembers what the next part needs to know about the part before it.
func (s *surroundings) note(p *Salvaged) {
	text := bytes.TrimRight(p.Text, " \t\r\n")
	if len(p.Text) > 0 {
		s.atNewline = p.Text[len(p.Text)-1] == '\n' || p.Reason == LeadingBOM
	}
	switch {
	case len(text) == 0 || p.Reason == LeadingBOM:
	case p.Reason == 0:
		s.clean, s.comma = true, false
	case p.Reason == StrayComma:
		s.comma = true
	default:
		s.clean, s.comma = false, false
		s.lastBefore = text[len(text)-1]
	}
}

// judge reports whether the value in b[:end], the values after it that have commas between them, and these commas, which end before
// b[runEnd], are not inside another value. The result known is false if more text is needed to decide.
func (s *surroundings) judge(b []byte, end int, final bool) (runEnd int, isRecord, known bool) {
	last, runEnd, by, known := s.following(b, end, final)
	if !known {
		return 0, false, false
	}
	clean := s.clean || s.atNewline
	n := 1 + syntax.Spaces(b[1:end])
	run := valueRun{value: last, begin: begin{clean: clean, comma: s.comma}, weak: !isOpener(b[0]) || n == end || b[n] != '"'}
	run.nested = !clean && (isBeforeValue(s.lastBefore) || run.weak)
	return runEnd, run.isRecord(by, s.comma || bytes.IndexByte(b[end:runEnd], ',') >= 0), true
}

// following returns what follows the value that ends before b[at], and values after it on its line that have commas between
// them, where the last value begins, which is 0 if there is only one, and where these values and commas end.
func (s *surroundings) following(b []byte, at int, final bool) (last, end int, by following, known bool) {
	most := min(len(b), at+s.most)
	for end = at; ; {
		at, known = skipBlanks(b, at, final)
		switch {
		case !known:
			return 0, 0, 0, false
		case at == len(b) || isOpener(b[at]):
			return last, end, followedByEnd, true
		case b[at] == '}' || b[at] == ']' || b[at] == ':' && b[end-1] == '"':
			return last, end, followedByMore, true
		case b[at] != ',' && bytes.IndexByte(b[end:at], '\n') >= 0:
			return last, end, followedByEnd, true
		case b[at] != ',':
			return last, end, followedByText, true
		}
		leading := b[at-1] == '\n'
		comma := at + 1
		at, known = skipBlanks(b, comma, final)
		switch {
		case !known:
			return 0, 0, 0, false
		case at == len(b) || b[at] == ',' || isOpener(b[at]) && (leading || b[at-1] == '\n'):
			return last, comma, followedByEnd, true
		case !isOpener(b[at]) || bytes.IndexByte(b[comma:at], '\n') >= 0:
			return last, comma, followedByMore, true
		}
		s.skeleton.reset()
		next, stop := s.skeleton.scan(b[:most], at)
		switch {
		case stop == stopClosed:
			last, at, end = at, next, next
		case stop != stopShort || final && most == len(b):
			return last, comma, followedByEnd, true // by a value that breaks off
		case most == len(b):
			return 0, 0, 0, false
		default:
			return last, comma, followedByMore, true
		}
	}
}

// skipBlanks returns the offset of the first byte that is not white space at or after b[at], or the length of b if there is too much
// white space before it.
func skipBlanks(b []byte, at int, final bool) (_ int, known bool) {
	n := syntax.Spaces(b[at:min(len(b), at+mostBlanks)])
	if n == mostBlanks {
		return len(b), true
	}
	return at + n, final || at+n < len(b)
}
