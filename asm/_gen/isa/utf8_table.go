package isa

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/asm/gen/files"
)

// A pair of neighbouring bytes shows most errors of UTF-8. Keiser and Lemire
// ("Validating UTF-8 in less than one instruction per byte", 2021) look each pair up
// by three nibbles: the high and the low one of the first byte, the high one of the
// second. The three entries have a bit for each class of error, and the pair has an
// error if all three have it. So a class must be a product: a set of high nibbles, by
// a set of low nibbles, by a set of high nibbles.
//
// The classes are pictures of the bits; _ is either. The tables are computed from the
// pictures, and CheckTables holds them to the pictures.
type class struct {
	name   string
	bit    byte
	first  []string
	second []string
}

var (
	continuation    = []string{"10______"}
	notContinuation = []string{"0_______", "11______"}
	beyondF4        = []string{"11110101", "1111011_", "11111___"}
)

var classes = []class{
	{"a lead without its continuation", 1 << 0, []string{"11______"}, notContinuation},
	{"a continuation after ASCII", 1 << 1, []string{"0_______"}, continuation},
	{"overlong, 2 bytes for U+0000-007F", 1 << 2, []string{"1100000_"}, continuation},
	{"overlong, 3 bytes for U+0080-07FF", 1 << 3, []string{"11100000"}, []string{"100_____"}},
	{"surrogate, U+D800-DFFF", 1 << 4, []string{"11101101"}, []string{"101_____"}},
	{"above U+10FFFF", 1 << 5, append([]string{"11110100"}, beyondF4...), []string{"1001____", "101_____"}},
	{"overlong, 4 bytes, or above U+13FFFF", 1 << 6, append([]string{"11110000"}, beyondF4...), []string{"1000____"}},
	{"a continuation after another", twoContinuations, continuation, continuation},
}

// twoContinuations is no error where a lead of 3 or 4 bytes stands two or three bytes
// before the second. It is the top bit, where saturating subtraction tells those leads.
const twoContinuations = 1 << 7

// Bytes as large as these ask for 3 or 4 bytes in all.
const (
	Lead3 = 0xE0
	Lead4 = 0xF0
)

// The tables: by the high and the low nibble of a pair's first byte, and by the high
// nibble of its second.
var byHigh1, byLow1, byHigh2 = tables()

func tables() (high1, low1, high2 [16]byte) {
	for _, c := range classes {
		for b := range 256 {
			if matches(byte(b), c.first) {
				high1[b>>4] |= c.bit
				low1[b&15] |= c.bit
			}
			if matches(byte(b), c.second) {
				high2[b>>4] |= c.bit
			}
		}
	}
	return high1, low1, high2
}

// CheckTables panics unless the tables say of each pair what the pictures say.
func CheckTables() {
	for first := range 256 {
		for second := range 256 {
			var want byte
			for _, c := range classes {
				if matches(byte(first), c.first) && matches(byte(second), c.second) {
					want |= c.bit
				}
			}
			if got := byHigh1[first>>4] & byLow1[first&15] & byHigh2[second>>4]; got != want {
				panic(fmt.Sprintf("BUG: %02X %02X: the tables say %08b, the classes %08b", first, second, got, want))
			}
		}
	}
}

// matches reports whether b looks like one of the pictures.
func matches(b byte, pictures []string) bool {
	bits := fmt.Sprintf("%08b", b)
	for _, picture := range pictures {
		same := true
		for i := range bits {
			same = same && (picture[i] == '_' || picture[i] == bits[i])
		}
		if same {
			return true
		}
	}
	return false
}

// NEONTables returns the tables as a header for the NEON kernels, which are written by
// hand.
func NEONTables() string {
	var s strings.Builder
	fmt.Fprint(&s, files.GeneratedNotice)
	fmt.Fprint(&s, "// Classes of errors that a pair of bytes shows, see _gen/isa/utf8_table.go:\n//\n")
	for _, c := range classes {
		fmt.Fprintf(&s, "//	%08b  %s\n", c.bit, c.name)
	}
	for _, t := range []struct {
		name    string
		entries [16]byte
	}{{"byHigh1", byHigh1}, {"byLow1", byLow1}, {"byHigh2", byHigh2}} {
		fmt.Fprintln(&s)
		for half := range 2 {
			fmt.Fprintf(&s, "DATA %s<>+%d(SB)/8, $%#016x\n", t.name, 8*half, Word(t.entries[8*half:]))
		}
		fmt.Fprintf(&s, "GLOBL %s<>(SB), RODATA|NOPTR, $16\n", t.name)
	}
	return s.String()
}
