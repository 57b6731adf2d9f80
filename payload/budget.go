package payload

import "sync/atomic"

// A Budget limits the total memory that the bodies of all current requests take. A request is
// refused with status 503 if its body would exceed the budget. Other requests are not affected. The
// budget counts the size of the buffers that hold a body, and these buffers grow as the body
// arrives. The zero Budget has no bytes and refuses every body, so use [NewBudget]. Multiple
// goroutines may use a Budget at the same time.
type Budget struct{ left atomic.Int64 }

// NewBudget returns a Budget of the given number of bytes.
func NewBudget(bytes int64) *Budget {
	b := new(Budget)
	b.left.Store(bytes)
	return b
}

// take takes n bytes from the budget and reports whether that many were left. If fewer are left,
// take does not change the budget, so a large request that is refused never makes a small request
// fail.
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
