package payload

import "sync/atomic"

// A Budget limits the memory that the bodies of all requests take together while they are served. A
// request whose body would exceed it is refused with status 503, and does not affect the others.
// The size of a body is that of its buffers, which grow as its bytes arrive. The zero Budget has no
// bytes and refuses every body; use [NewBudget]. Multiple goroutines may use a Budget at the same
// time.
type Budget struct{ left atomic.Int64 }

// NewBudget returns a Budget of the given number of bytes.
func NewBudget(bytes int64) *Budget {
	b := new(Budget)
	b.left.Store(bytes)
	return b
}

// take takes n bytes and reports whether that many were left. If not, it changes nothing, so a
// large request that is refused never makes a small one fail.
func (b *Budget) take(n int) bool {
	if b == nil {
		return true
	}
	for {
		left := b.left.Load()
		if left < int64(n) {
			return false
		}
		if b.left.CompareAndSwap(left, left-int64(n)) {
			return true
		}
	}
}

// give returns n bytes to the budget.
func (b *Budget) give(n int) {
	if b != nil {
		b.left.Add(int64(n))
	}
}
