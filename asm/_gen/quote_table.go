package main

import (
	"fmt"
	"strings"
)

// The NEON kernels of Quote and Unquote take eight bytes at a time. A byte with a bit for
// each of them chooses a shuffle, which makes room or closes gaps; an entry of it is the
// lane that goes there. What is left of a shuffle may be anything.
const unit = 8

// escapeShuffle returns the shuffle that puts lane 8 before each lane that has its bit in
// mask.
func escapeShuffle(mask int) (lanes [2 * unit]byte) {
	const backslash = unit
	all := lanes[:0]
	for lane := range byte(unit) {
		if mask>>lane&1 != 0 {
			all = append(all, backslash)
		}
		all = append(all, lane)
	}
	return lanes
}

// dropShuffle returns the shuffle that leaves out the lanes that have their bit in mask.
func dropShuffle(mask int) (lanes [unit]byte) {
	kept := lanes[:0]
	for lane := range byte(unit) {
		if mask>>lane&1 == 0 {
			kept = append(kept, lane)
		}
	}
	return lanes
}

// armShuffles returns the shuffles for all masks as a header with one table.
func armShuffles(name string, shuffle func(mask int) []byte) string {
	var s strings.Builder
	fmt.Fprint(&s, generatedNotice)
	size := 0
	for mask := range 1 << unit {
		for lanes := shuffle(mask); len(lanes) > 0; lanes = lanes[8:] {
			fmt.Fprintf(&s, "DATA %s<>+%d(SB)/8, $%#016x\n", name, size, word(lanes))
			size += 8
		}
	}
	fmt.Fprintf(&s, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", name, size)
	return s.String()
}

// word returns the first eight bytes of b, the first one lowest.
func word(b []byte) (w uint64) {
	for i := range 8 {
		w |= uint64(b[i]) << (8 * i)
	}
	return w
}
