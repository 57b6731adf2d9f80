package names

import "sync/atomic"

// A table has a value for each character of the Basic Multilingual Plane. Values are computed when they are needed, several at a time, and
// those of other characters each time.
type table[T any] struct {
	compute func(r rune) T
	pages   [(mostInTable + 1) / pageSize]atomic.Pointer[[pageSize]T]
}

const (
	mostInTable = 0xFFFF
	pageSize    = 64
)

// of returns the value for r.
func (t *table[T]) of(r rune) T {
	if r > mostInTable {
		return t.compute(r)
	}
	page := t.pages[uint16(r)/pageSize].Load()
	if page == nil {
		page = t.page(r / pageSize)
	}
	return page[r%pageSize]
}

// page computes a page.
func (t *table[T]) page(n rune) *[pageSize]T {
	page := new([pageSize]T)
	for i := range page {
		page[i] = t.compute(n*pageSize + rune(i))
	}
	t.pages[n].Store(page)
	return page
}
