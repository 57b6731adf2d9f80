package tokenizer

// The text of a stream does not stay in memory, so positions and JSON Pointers are kept up to date as
// tokens are consumed.

// leaveMarks ends the current walk over marks.
func (t *Tokenizer) leaveMarks() {
	if t.buffer != nil {
		t.buffer.trail.CountTo(t.next)
		t.buffer.trail.Begin()
	}
	t.marks, t.next = nil, 0
}

// free releases the index.
func (t *Tokenizer) free() {
	if t.index != nil {
		t.leaveMarks()
		t.index.Free()
		t.index = nil
	}
}
