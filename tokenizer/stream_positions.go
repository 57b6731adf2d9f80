package tokenizer

import "github.com/assayjson/assay/internal/engine/scan"

// The text of a stream does not stay in memory, so positions and JSON Pointers are kept up to date as
// tokens are consumed.

// count counts the scalars before the given mark as elements of the innermost container. Each
// scalar has two marks, but the last scalar may share its second mark with the bracket after it.
func (t *Tokenizer) count(mark int) {
	t.buffer.path.Count((mark - t.counted + 1) / 2)
	t.counted = mark
}

// opened records an opening bracket that has been walked over.
func (t *Tokenizer) opened(begin int, object bool) {
	t.buffer.path.Open(object, (t.next-t.counted)/2)
	t.buffer.positions.Opened(begin)
	t.counted = t.next
}

func (t *Tokenizer) closed() {
	t.counted = t.next
	t.buffer.path.Close()
	t.buffer.positions.Closed()
}

// leaveMarks ends the current walk over marks.
func (t *Tokenizer) leaveMarks() {
	if t.buffer != nil {
		t.count(t.next)
	}
	t.marks, t.next, t.counted = nil, 0, 0
}

// free releases the index.
func (t *Tokenizer) free() {
	if t.index != nil {
		t.leaveMarks()
		t.index.Free()
		t.index = nil
	}
}

// settleAt computes the positions before src[i] that are still needed, so that counting can
// continue from src[i], or from shortly before it.
func (t *Tokenizer) settleAt(i int) {
	s, positions := &t.scanner, &t.buffer.positions
	s.SettleNames()
	for len(positions.Open) > 0 && positions.Open[0] <= i {
		positions.Openers.Truncate(positions.Kept)
		positions.KeepOpener(s.Src, positions.Open[0])
		positions.Kept++
		positions.Open = positions.Open[1:]
	}
	if s.State == scan.WantNextElement || s.State == scan.WantNextName {
		if comma := s.CommaBefore(i); comma >= positions.Here.At {
			positions.Comma = positions.PlaceAt(s.Src, comma) // a comment may follow
		}
	}
	s.SettleEnd(i)
	if i > 0 && i < len(s.Src) && s.Src[i] == '\n' && s.Src[i-1] == '\r' {
		i--
	}
	positions.Here.MoveTo(s.Src, i)
}

// passed records a token that the scanner has found at offset begin.
func (f *streamBuffer) passed(kind TokenKind, begin int) {
	switch kind {
	case BeginObject, BeginArray:
		f.path.Open(kind == BeginObject, 0)
	case EndObject, EndArray:
		f.path.Close()
	case Name:
		f.path.Named(begin)
	default:
		f.path.Count(1)
	}
}
