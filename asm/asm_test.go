package asm

import (
	"bytes"
	"fmt"
	"testing"
	"unicode/utf8"
)

// maxLen is four blocks of 64 bytes: every way a block loop can begin and end.
const maxLen = 256

// eachPlacement calls f with a slice of each length up to maxLen at each
// alignment to 64 bytes, filled with fill.
func eachPlacement(fill byte, f func(b []byte)) {
	buf := bytes.Repeat([]byte{fill}, maxLen+64)
	for align := range 64 {
		for n := range maxLen + 1 {
			f(buf[align : align+n : align+n])
		}
	}
}

// plainLenNaive is the oracle: the definition, a byte at a time.
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

// A subtraction that borrows across lanes must not hide or invent a hit: try
// every pair of neighbouring bytes.
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

func TestPlacements(t *testing.T) {
	eachPlacement('a', func(b []byte) {
		if got := PlainLen(b); got != len(b) {
			t.Fatalf("PlainLen of %d plain bytes: %d", len(b), got)
		}
		if !ValidUTF8(b) {
			t.Fatalf("ValidUTF8 of %d ASCII bytes: false", len(b))
		}
	})
	eachPlacement(0xFF, func(b []byte) {
		if got := PlainLen(b); got != 0 {
			t.Fatalf("PlainLen of %d bytes FF: %d", len(b), got)
		}
		if ValidUTF8(b) != (len(b) == 0) {
			t.Fatalf("ValidUTF8 of %d bytes FF: %v", len(b), len(b) != 0)
		}
	})
}

// Every sequence of up to four bytes over one byte of each class, at each offset
// around a word's edge, against unicode/utf8.
func TestValidUTF8Exhaustive(t *testing.T) {
	classes := []byte{
		0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
		0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
	}
	k := len(classes)
	for _, offset := range []int{0, 4, 5, 6, 7, 8} {
		b := bytes.Repeat([]byte{'a'}, offset+4)
		for code := range k * k * k * k {
			for i, c := 0, code; i < 4; i, c = i+1, c/k {
				b[offset+i] = classes[c%k]
			}
			for n := offset; n <= len(b); n++ {
				if got, want := ValidUTF8(b[:n]), utf8.Valid(b[:n]); got != want {
					t.Fatalf("% X: got %v, want %v", b[:n], got, want)
				}
			}
		}
	}
}

func FuzzKernels(f *testing.F) {
	for _, s := range []string{"", "abc", "a\"b", "Привет", "\xF0\x9F\x98\x80", "12345678\x80", "\x01\x22"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, want := PlainLen(b), plainLenNaive(b); got != want {
			t.Errorf("PlainLen(%q) = %d, want %d", b, got, want)
		}
		if got, want := ValidUTF8(b), utf8.Valid(b); got != want {
			t.Errorf("ValidUTF8(%q) = %v, want %v", b, got, want)
		}
	})
}

func BenchmarkValidUTF8(b *testing.B) {
	for name, text := range map[string]string{"ascii": "abcdefgh", "cyrillic": "Привет", "emoji": "😀"} {
		data := bytes.Repeat([]byte(text), 64<<10/len(text))
		b.Run(fmt.Sprintf("%s/64KiB/%s", name, Kernel()), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if !ValidUTF8(data) {
					b.Fatal("rejected")
				}
			}
		})
	}
}
