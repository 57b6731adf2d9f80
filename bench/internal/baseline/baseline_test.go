package baseline

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// check compares every baseline with the standard library.
func check(t *testing.T, text []byte) {
	t.Helper()
	want := utf8.Valid(text)
	for _, v := range All() {
		if got := v.Valid(text); got != want {
			t.Fatalf("%s: %t for %q, want %t", v.Name, got, text, want)
		}
	}
}

// TestAllShortSequences tries all sequences of up to three bytes, and all of four bytes that begin
// with a lead byte of a four-byte sequence and have interesting other bytes.
func TestAllShortSequences(t *testing.T) {
	for n := range 1 << 16 {
		check(t, []byte{byte(n >> 8), byte(n)})
		if n < 256 {
			check(t, []byte{byte(n)})
		}
	}
	edges := []byte{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xFF}
	for n := range 1 << 16 {
		for _, c := range edges {
			check(t, []byte{byte(n >> 8), byte(n), c})
			if n>>8 >= 0xF0 {
				for _, d := range edges {
					check(t, []byte{byte(n >> 8), byte(n), c, d})
				}
			}
		}
	}
	check(t, nil)
}

// TestEveryCodePoint tries every code point, surrogates included, in the shortest form and in longer
// ones.
func TestEveryCodePoint(t *testing.T) {
	for c := range uint32(0x110000 + 0x1000) {
		check(t, []byte{0xF0 | byte(c>>18), 0x80 | byte(c>>12&0x3F), 0x80 | byte(c>>6&0x3F), 0x80 | byte(c&0x3F)})
		if c < 0x10000 {
			check(t, []byte{0xE0 | byte(c>>12), 0x80 | byte(c>>6&0x3F), 0x80 | byte(c&0x3F)})
		}
	}
}

// TestMutatedTexts changes a byte of valid text, or cuts the text off.
func TestMutatedTexts(t *testing.T) {
	valid := bytes.Repeat([]byte("a\u00e9\u20ac\U0001F600 plain"), 5)
	check(t, valid)
	r := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		text := bytes.Clone(valid[:r.IntN(len(valid)+1)])
		if len(text) > 0 && r.IntN(3) > 0 {
			text[r.IntN(len(text))] = byte(r.Uint32())
		}
		check(t, text)
	}
}

// TestAutomatonHasNoSpareClass checks that the constants of the automaton are what it needs.
func TestAutomatonHasNoSpareClass(t *testing.T) {
	var highest uint8
	for _, class := range automaton.class {
		highest = max(highest, class)
	}
	if highest != numClasses-1 {
		t.Errorf("there are %d classes, want %d", highest+1, numClasses)
	}
}
