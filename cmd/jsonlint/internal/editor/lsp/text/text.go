package text

import (
	"slices"
	"sort"
	"sync/atomic"
)

// A Text is the text of a document. It must not be used concurrently. The zero Text is empty, and counts
// characters in code units of UTF-16.
type Text struct {
	Encoding Encoding

	current *buffer // nil for an empty text
	spare   *buffer // an earlier buffer whose memory is used again as soon as no snapshot needs it
	marks   []mark
}

// A buffer holds a text. It does not change while there are snapshots of it.
type buffer struct {
	bytes []byte
	users atomic.Int32 // number of snapshots that have not been released
}

// New returns a Text that has the given bytes. The Text takes them over: the caller must not use
// them any more.
func New(b []byte, e Encoding) *Text {
	t := &Text{Encoding: e}
	t.Set(b)
	return t
}

// Set replaces the whole text. The Text takes over the bytes.
func (t *Text) Set(b []byte) {
	t.current, t.spare = &buffer{bytes: b}, nil
	t.marks, _ = marksBetween(t.marks[:0], b, mark{}, len(b))
}

// Len returns the length of the text in bytes.
func (t *Text) Len() int { return len(t.bytes()) }

func (t *Text) bytes() []byte {
	if t.current == nil {
		return nil
	}
	return t.current.bytes
}

// Edit replaces a range with the text with. If the end of the range comes before its start, the two are
// exchanged. The time is linear in the length of the text.
func (t *Text) Edit(r Range, with []byte) {
	begin, end := t.Offset(r.Start), t.Offset(r.End)
	if end < begin {
		begin, end = end, begin
	}
	t.replace(begin, end, with)
}

// replace replaces the bytes from begin to end.
func (t *Text) replace(begin, end int, with []byte) {
	old := t.bytes()
	size := len(old) - (end - begin) + len(with)
	switch {
	case t.current != nil && t.current.users.Load() == 0 && size <= cap(old):
		b := old[:max(size, len(old))]
		copy(b[begin+len(with):], old[end:])
		copy(b[begin:], with)
		clear(b[size:]) // nothing is kept that is not part of the text
		t.current.bytes = b[:size]
	default:
		to := t.fresh(size)
		to.bytes = append(append(append(to.bytes[:0], old[:begin]...), with...), old[end:]...)
		t.spare, t.current = t.current, to
	}
	t.moveMarks(begin, end, len(with))
}

// Offset returns the offset of a position in bytes.
func (t *Text) Offset(p Position) int { return offsetOf(t.bytes(), t.marks, t.Encoding, p) }

// Position returns the position of an offset.
func (t *Text) Position(offset int) Position {
	offset = clamped(t.bytes(), offset)
	line := lineWith(t.bytes(), t.marks, offset)
	return Position{uint32(line.line), uint32(t.Encoding.count(t.bytes()[line.offset:offset]))}
}

// fresh returns a buffer for a text of the given size.
func (t *Text) fresh(size int) *buffer {
	if s := t.spare; s != nil && s.users.Load() == 0 && cap(s.bytes) >= size {
		return s
	}
	return &buffer{bytes: make([]byte, 0, size+size/64+256)} // room for edits
}

// moveMarks adapts the marks to an edit that has replaced the bytes from begin to end with n bytes. The
// text has already changed. Marks depend on the characters on both of their sides, so those at the ends
// of the edit are made again.
func (t *Text) moveMarks(begin, end, n int) {
	first := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].offset >= begin })
	behind := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].offset > end })
	var from mark
	if first > 0 {
		from = t.marks[first-1]
	}
	rest, until := t.marks[behind:], t.Len()
	if len(rest) > 0 {
		until = rest[0].offset + n - (end - begin)
	}
	made, line := marksBetween(nil, t.bytes(), from, until)
	if len(rest) > 0 {
		offsets, lines := n-(end-begin), line+1-rest[0].line
		for i := range rest {
			rest[i].offset += offsets
			rest[i].line += lines
		}
	}
	t.marks = slices.Replace(t.marks, first, behind, made...)
}
