package text

import "slices"

// A Snapshot is the text at one moment. Its methods must not be called concurrently, but any goroutine may
// call them.
type Snapshot struct {
	Encoding Encoding

	buffer *buffer
	marks  []mark
	last   place
}

// A place is an offset with its position.
type place struct {
	offset    int
	line      mark
	character int
}

// Snapshot returns the present text. The caller must call Release when the snapshot is no longer needed.
func (t *Text) Snapshot() *Snapshot {
	if t.current == nil {
		t.current = new(buffer)
	}
	t.current.users.Add(1)
	return &Snapshot{Encoding: t.Encoding, buffer: t.current, marks: slices.Clone(t.marks)}
}

// Bytes returns the text, which must not be changed. It is valid until Release is called.
func (s *Snapshot) Bytes() []byte { return s.buffer.bytes }

// Release says that the snapshot, and what Bytes returned, are no longer used. It must be called once.
func (s *Snapshot) Release() { s.buffer.users.Add(-1) }

// Offset returns the offset of a position in bytes.
func (s *Snapshot) Offset(p Position) int { return offsetOf(s.Bytes(), s.marks, s.Encoding, p) }

// Position returns the position of an offset, which must not be inside a character. It starts from the last position that it has returned, because a
// line can be very long, and so all positions in a text take linear time if they are in order.
func (s *Snapshot) Position(offset int) Position {
	b, at := s.Bytes(), &s.last
	offset = clamped(b, offset)
	switch {
	case offset < at.line.offset:
		at.line = lineWith(b, s.marks, offset)
		at.offset, at.character = at.line.offset, 0
	case offset < at.offset:
		at.character -= s.Encoding.count(b[offset:at.offset])
		at.offset = offset
	}
	for {
		_, next, ok := nextLine(b[:min(offset+1, len(b))], at.offset)
		if !ok || next > offset {
			break
		}
		*at = place{offset: next, line: mark{next, at.line.line + 1}}
	}
	at.character += s.Encoding.count(b[at.offset:offset])
	at.offset = offset
	return Position{uint32(at.line.line), uint32(at.character)}
}

// Range returns the range of the bytes from begin to end.
func (s *Snapshot) Range(begin, end int) Range {
	return Range{s.Position(begin), s.Position(end)}
}
