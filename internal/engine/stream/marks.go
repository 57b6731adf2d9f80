package stream

import "github.com/assayjson/assay/internal/engine/index"

// pendingMarks are marks of the kernels that have not been used yet.
type pendingMarks struct {
	offsets []uint32    // in buf, in increasing order
	trust   index.Trust // how many of them may be used
}

// reset drops all marks.
func (m *pendingMarks) reset() {
	m.offsets = m.offsets[:0]
	m.trust.All(0)
}

// drop drops the first n marks.
func (m *pendingMarks) drop(n int) {
	m.offsets = m.offsets[:copy(m.offsets, m.offsets[n:])]
	m.trust.Drop(n)
}

// forget adjusts the marks after the first n bytes of buf have been removed.
func (m *pendingMarks) forget(n int) {
	for i := range m.offsets {
		m.offsets[i] -= uint32(n)
	}
}
