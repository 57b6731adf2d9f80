package tokenizer

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
