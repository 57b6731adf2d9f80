package quoting

import (
	"bytes"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// maxLen is four blocks of 64 bytes: enough for every way in which a loop over blocks can begin and
// end.
const maxLen = 256

// eachPlacement calls f with a slice of each length up to maxLen at each alignment to 64 bytes.
// Every byte of the slice is fill.
func eachPlacement(fill byte, f func(b []byte)) {
	buf := bytes.Repeat([]byte{fill}, maxLen+64)
	for align := range 64 {
		for n := range maxLen + 1 {
			f(buf[align : align+n : align+n])
		}
	}
}

// plainLenNaive is the oracle: the definition, one byte at a time.
func plainLenNaive(b []byte) int {
	for i, c := range b {
		if c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			return i
		}
	}
	return len(b)
}

func TestPlainLenFindsEveryByteEverywhere(t *testing.T) {
	for c := range 256 {
		for n := 1; n <= 40; n++ {
			b := bytes.Repeat([]byte{'a'}, n)
			for i := range b {
				b[i] = byte(c)
				if got, want := PlainLen(b), plainLenNaive(b); got != want {
					t.Fatalf("byte %#02x at %d of %d: got %d, want %d", c, i, n, got, want)
				}
				b[i] = 'a'
			}
		}
	}
}

// Every pair of neighbouring bytes is tried, because a subtraction that borrows from the next lane
// must not hide a hit or invent one.
func TestPlainLenPairs(t *testing.T) {
	b := bytes.Repeat([]byte{'a'}, 24)
	for first := range 256 {
		for second := range 256 {
			b[10], b[11] = byte(first), byte(second)
			if got, want := PlainLen(b), plainLenNaive(b); got != want {
				t.Fatalf("%#02x %#02x: got %d, want %d", first, second, got, want)
			}
		}
	}
}

func TestPlainLenPlacements(t *testing.T) {
	eachPlacement('a', func(b []byte) {
		if got := PlainLen(b); got != len(b) {
			t.Fatalf("PlainLen of %d plain bytes: %d", len(b), got)
		}
	})
	eachPlacement(0xFF, func(b []byte) {
		if got := PlainLen(b); got != 0 {
			t.Fatalf("PlainLen of %d bytes FF: %d", len(b), got)
		}
	})
}

func FuzzPlainLen(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range []string{"", "abc", "a\"b", "Привет", "\xF0\x9F\x98\x80", "12345678\x80", "\x01\x22"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, want := PlainLen(b), plainLenNaive(b); got != want {
			t.Errorf("PlainLen(%q) = %d, want %d", b, got, want)
		}
	})
}
