package payload

import "sync/atomic"

// A Budget bounds the memory that bodies take together while their requests are served, however
// many these are. A request whose body would exceed it is refused with status 503. A body
// counts with the buffers it is in, up to twice its size while it grows or a content coding is
// undone.
type Budget struct{ left atomic.Int64 }

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int64) *Budget {
	b := new(Budget)
	b.left.Store(bytes)
	return b
}

// take takes n bytes, or none if there are not as many left.
func (b *Budget) take(n int) bool {
	if b == nil {
		return true
	}
	if b.left.Add(int64(-n)) < 0 {
		b.give(n)
		return false
	}
	return true
}

// give gives n bytes back.
func (b *Budget) give(n int) {
	if b != nil {
		b.left.Add(int64(n))
	}
}
