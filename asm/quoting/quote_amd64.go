//go:build !purego

package quoting

import "unsafe"

// quote implements [Quote]. This assembly function jumps to the kernel in use. It jumps to
// quoteWindows instead if src is longer than a window, and with AVX2 to quoteParts if src is longer
// than a part.
//
//go:noescape
func quote(dst []byte, src string, t *Table) (written, read int, valid bool)

// This is used in assembly only.
var _ = quoteGeneric

// The kernels rely on these offsets of the fields of a Table.
var _ = func(t Table) {
	_ = [1]struct{}{}[unsafe.Offsetof(t.class)-quoteTableClass]
	_ = [1]struct{}{}[unsafe.Offsetof(t.last)-quoteTableLast]
	_ = [1]struct{}{}[unsafe.Offsetof(t.high)-quoteTableHigh]
	_ = [1]struct{}{}[unsafe.Offsetof(t.parts)-quoteTableParts]
	_ = [1]struct{}{}[unsafe.Offsetof(t.lowNibble)-quoteTableLowNibble]
	_ = [1]struct{}{}[unsafe.Offsetof(t.highNibble)-quoteTableHighNibble]
	_ = [1]struct{}{}[unsafe.Offsetof(t.whole)-quoteTableWhole]
	_ = [1]struct{}{}[unsafe.Offsetof(t.rules)-quoteTableRules]
	_ = [1]struct{}{}[nibblesLong-quoteNibblesLong]
}
