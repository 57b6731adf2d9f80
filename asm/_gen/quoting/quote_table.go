package quoting

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/asm/gen/files"
	"github.com/assayjson/assay/asm/gen/isa"
)

// The NEON kernels process eight bytes at a time. A mask with one bit for each of these bytes
// selects a shuffle, which inserts or drops bytes. Entry i of a shuffle is the lane that is moved
// to lane i. Entries beyond the end of the result are arbitrary.
const unit = 8

// EscapeShuffle returns the shuffle that inserts lane 8 before each lane whose bit is set in mask.
func EscapeShuffle(mask int) (lanes [2 * unit]byte) {
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

// DropShuffle returns the shuffle that leaves out the lanes whose bits are set in mask.
func DropShuffle(mask int) (lanes [unit]byte) {
	kept := lanes[:0]
	for lane := range byte(unit) {
		if mask>>lane&1 == 0 {
			kept = append(kept, lane)
		}
	}
	return lanes
}

// NEONShuffles returns a header with a table of the shuffles for all masks.
func NEONShuffles(name string, shuffle func(mask int) []byte) string {
	var s strings.Builder
	fmt.Fprint(&s, files.GeneratedNotice)
	size := 0
	for mask := range 1 << unit {
		for lanes := shuffle(mask); len(lanes) > 0; lanes = lanes[8:] {
			fmt.Fprintf(&s, "DATA %s<>+%d(SB)/8, $%#016x\n", name, size, isa.Word(lanes))
			size += 8
		}
	}
	fmt.Fprintf(&s, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", name, size)
	return s.String()
}
