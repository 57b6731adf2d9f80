package search_test

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// unseen holds all invisible characters. For the noncharacters at the ends of planes, it holds only
// the last bytes that they have in common.
var unseen = func() (ends []string) {
	for _, span := range [][2]rune{{0x80, 0x9F}, {0x202A, 0x202E}, {0x2066, 0x2069}, {0xFDD0, 0xFDEF}} {
		for r := span[0]; r <= span[1]; r++ {
			ends = append(ends, string(r))
		}
	}
	return append(ends, "\uFFFE"[1:], "\uFFFF"[1:])
}()

var isUnseen = func() map[string]bool {
	m := map[string]bool{}
	for _, end := range unseen {
		m[end] = true
	}
	return m
}()

var unseenEscapes = []string{`\u0009`, `\u001F`, `\u008x`, `\u0090`, `\u202e`, `\u2066`, `\u007f`, `\u007F`}

var outside = regexp.MustCompile(`(?s:[^\x00-\x7F]|\\u)`)

var unseenEscape = regexp.MustCompile(`(?s:\\u(00[0189]|20[26]|007[fF]))$`)

// The next two functions are the oracles. They follow the definitions.

func indexUnseenNaive(b []byte) int {
	for i := range b {
		if end := b[max(i-5, 0) : i+1]; bytes.IndexByte(end, '\\') >= 0 && unseenEscape.Match(end) {
			return i
		}
		if b[i] >= 0x80 && (isUnseen[string(b[max(i-1, 0):i+1])] || isUnseen[string(b[max(i-2, 0):i+1])]) {
			return i
		}
	}
	return -1
}

func indexNonASCIINameNaive(b []byte) (at int, open bool) {
	isOutside := func(b []byte) bool { return outside.Match(b) }
	for i, c := range b {
		if c != '"' {
			continue
		}
		begin := 1 + bytes.LastIndexByte(b[:i], '"')
		mayEnd := i == len(b)-1 || b[i+1] == ':' || b[i+1] <= ' ' || i > 0 && b[i-1] == '\\'
		if isOutside(b[begin:i]) && mayEnd {
			return i, false
		}
	}
	return -1, isOutside(b[1+bytes.LastIndexByte(b, '"'):])
}

func checkNonASCII(t *testing.T, b []byte) {
	if got, want := search.IndexUnseen(b), indexUnseenNaive(b); got != want {
		t.Fatalf("IndexUnseen: %d, want %d: %q", got, want, b)
	}
	at, open := search.IndexNonASCIIName(b)
	if want, isOpen := indexNonASCIINameNaive(b); at != want || open != isOpen {
		t.Fatalf("IndexNonASCIIName: %d %v, want %d %v: %q", at, open, want, isOpen, b)
	}
}

func FuzzNonASCII(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("{\"é\": \"\u202A\", \"\\\"é\\\"\": \"\uFFFE\"}"), uint8(50))
	f.Fuzz(func(t *testing.T, b []byte, before uint8) {
		b = append(bytes.Repeat([]byte("\"é\","), int(before)), b...)
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			checkNonASCII(t, b)
		}
		_ = asm.Use(asm.Kernels()[0])
	})
}

// The test covers texts of every length next to guard pages, with few and with many non-ASCII
// characters. It covers all pairs of bytes after each byte that matters, within a block. It also
// covers names across the edges of blocks and windows.
func TestNonASCII(t *testing.T) {
	step := 1
	if asmtest.Slow() {
		step = 23
	}
	parts := []string{"\"", "\"", "\":", "\" :", "\",", "\\", `\u0041`, `\u007`, `\u00`, `\u20`, "u", "0", "2", "f", "é", "€", "\u202F", "\u2065", "\uFDCF", "\uFFFD", "a", " ", "x: ", "\n"}
	rare := slices.Concat(unseen, unseenEscapes)
	memory := asmtest.Guarded(t, 400)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 2))
		for n := 0; n < 400; n += step {
			for round := range 16 {
				var text []byte
				for few := rng.IntN(30); len(text) < n; {
					part := parts[rng.IntN(len(parts))]
					if few > 0 && rng.IntN(few) > 0 {
						part = "x"
					} else if rng.IntN(100) == 0 {
						part = rare[rng.IntN(len(rare))]
					}
					text = append(text, part...)
				}
				b := memory[:n]
				if round%2 == 0 {
					b = memory[len(memory)-n:]
				}
				copy(b, text[len(text)-n:])
				checkNonASCII(t, b)
			}
		}
		for _, first := range []byte{0, 0xC2, 0xE2, 0xEF, 0xBF, 0xF0} {
			for second := 0; second < 256; second += step {
				every := longtest.OneIn(7)
				b := bytes.Repeat([]byte("\""), 200)
				at := rng.IntN(198)
				b[at], b[at+1] = first, byte(second)
				for third := second % every; third < 256; third += every {
					b[at+2] = byte(third)
					checkNonASCII(t, b)
				}
			}
		}
		for first := 0; first < 256; first += longtest.OneIn(3) {
			for i := first % step; i < len(unseen); i += step {
				end := unseen[i]
				b := bytes.Repeat([]byte("x"), 100)
				at := 3 + rng.IntN(90)
				copy(b[at-len(end):], end)
				b[at-3] = byte(first)
				checkNonASCII(t, b)
			}
		}
		for _, escape := range unseenEscapes {
			for i := range escape {
				for c := 0; c < 256; c += step {
					b := bytes.Repeat([]byte("x"), 300)
					at := rng.IntN(290)
					copy(b[at:], escape)
					b[at+i] = byte(c)
					checkNonASCII(t, b)
				}
			}
		}
		for at := range 150 {
			for i, part := range []string{`\u0085`, `\u2066`, `\u007F`, `"\u0430":`, `"\u`, "\u2069", "\u0085", "\U0001FFFE", "\"é\":", "\"é\" ", "\"é\\\"", "é", "\"é\",", "\"é"} {
				b := bytes.Repeat([]byte("x"), 300)
				copy(b[at:], part)
				checkNonASCII(t, b)
				checkNonASCII(t, b[:max(at+3, 67)])
				if at%10 == 0 && (at/10+i)%longtest.OneIn(5) == 0 {
					b = append(bytes.Repeat([]byte("x"), 1<<16-75), b...)
					checkNonASCII(t, b)
				}
			}
		}
	})
}
