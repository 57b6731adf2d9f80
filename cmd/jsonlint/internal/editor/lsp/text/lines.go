package text

import (
	"bytes"
	"sort"
)

// A mark is the beginning of a line. The beginning of the text needs no mark.
type mark struct {
	offset int // greater than 0, unless it is the zero mark
	line   int // the number of the line, from 0
}

// apart is the smallest distance of two marks in bytes. It is larger if the lines are longer.
const apart = 4 << 10

// nextLine returns where the characters of the line that begins at an offset end, and where the next line
// begins. If there is no next line, ok is false. It examines the text a few kilobytes at a time, because
// one of the two kinds of line ends may not occur at all.
func nextLine(b []byte, offset int) (end, next int, ok bool) {
	for at := offset; at < len(b); {
		part := b[at:min(at+apart, len(b))]
		if n := bytes.IndexByte(part, '\n'); n >= 0 {
			part, next, ok = part[:n], at+n+1, true
		}
		if n := bytes.IndexByte(part, '\r'); n >= 0 {
			end = at + n
			if end+1 < len(b) && b[end+1] == '\n' {
				return end, end + 2, true
			}
			return end, end + 1, true
		}
		if at += len(part); ok {
			return at, next, true
		}
	}
	return len(b), len(b), false
}

// marksBetween appends marks for the lines that begin after a mark and before the offset end. It returns
// the line in which the character before end is.
func marksBetween(marks []mark, b []byte, from mark, end int) ([]mark, int) {
	last := from.offset
	for {
		_, next, ok := nextLine(b, from.offset)
		if !ok || next >= end {
			return marks, from.line
		}
		from = mark{next, from.line + 1}
		if next-last >= apart {
			marks = append(marks, from)
			last = next
		}
	}
}

// lineWith returns the line of an offset. It does not examine the text after the offset.
func lineWith(b []byte, marks []mark, offset int) mark {
	var at mark
	if i := sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset }); i > 0 {
		at = marks[i-1]
	}
	b = b[:min(offset+1, len(b))]
	for {
		_, next, ok := nextLine(b, at.offset)
		if !ok || next > offset {
			return at
		}
		at = mark{next, at.line + 1}
	}
}

// lineNumbered returns where a line begins and where its characters end. If there is no such line, both
// are the end of the text.
func lineNumbered(b []byte, marks []mark, line int) (begin, end int) {
	var at mark
	if i := sort.Search(len(marks), func(i int) bool { return marks[i].line > line }); i > 0 {
		at = marks[i-1]
	}
	for {
		end, next, ok := nextLine(b, at.offset)
		switch {
		case at.line == line:
			return at.offset, end
		case !ok:
			return len(b), len(b)
		}
		at = mark{next, at.line + 1}
	}
}
