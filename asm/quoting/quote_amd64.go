//go:build !purego

package quoting

import "unsafe"

// quote is [Quote]. It is an assembly function that jumps to the kernel in use, to
// quoteWindows for more than a window, and to quoteParts for more than a part with AVX2.
//
//go:noescape
func quote(dst []byte, src string, t *Table) (written, read int, valid bool)

// What the assembly names is in use, though no Go code says so.
var _ = quoteGeneric

// The kernels look for the fields of a table where they are.
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
