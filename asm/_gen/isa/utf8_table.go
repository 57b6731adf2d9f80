package isa

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/asm/gen/files"
)

// Most errors of UTF-8 can be detected from pairs of adjacent bytes. Keiser and Lemire ("Validating
// UTF-8 in less than one instruction per byte", 2021) look up three nibbles of each pair: both
// nibbles of the first byte, and the high nibble of the second. Each of the three table entries has
// one bit for each class of errors. A pair has an error of a class if the bit of that class is set
// in all three entries. So a class must be a product of three sets of nibbles.
//
// A class is described by patterns of bits, in which _ stands for either value. The tables are
// computed from the patterns, and CheckTables compares them with the patterns.
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

// twoContinuations is the bit for two adjacent continuation bytes. They are valid if the lead byte
// of a sequence of 3 or 4 bytes comes two or three bytes before the second continuation byte. The
// top bit is used because saturating subtraction sets that bit for such lead bytes.
const twoContinuations = 1 << 7

// Lead3 and Lead4 are the lowest lead bytes of sequences of 3 and of 4 bytes.
const (
	Lead3 = 0xE0
	Lead4 = 0xF0
)

// byHigh1 and byLow1 are the tables for the high and the low nibble of a pair's first byte. byHigh2
// is the table for the high nibble of its second byte.
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

// CheckTables panics if the tables and the patterns disagree about any pair.
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

// matches reports whether b matches one of the patterns.
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

// NEONTables returns the tables as a header for the hand-written NEON kernels.
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
