package search_test

import (
	"bytes"
	"fmt"
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

var signs = []struct {
	name string
	is   *regexp.Regexp
	of   func(search.Signs) uint64
}{
	{"NonASCII", regexp.MustCompile(`(?s)^[^\x00-\x7F]`), func(s search.Signs) uint64 { return s.NonASCII }},
	{"Deletes", regexp.MustCompile(`^\x7F`), func(s search.Signs) uint64 { return s.Deletes }},
	{"Escapes", regexp.MustCompile(`^\\u`), func(s search.Signs) uint64 { return s.Escapes }},
	{"Exponents", regexp.MustCompile(`(?s)^[0-9][eE]..[0-9]`), func(s search.Signs) uint64 { return s.Exponents }},
}

// latin1 decodes b as Latin-1: each byte becomes one character.
func latin1(b []byte) string {
	text := make([]rune, len(b))
	for i, c := range b {
		text[i] = rune(c)
	}
	return string(text)
}

// checkSigns compares FindSigns with the definitions at each byte. To save time, it matches the
// regular expressions only at bytes that may begin a sign.
func checkSigns(t *testing.T, b []byte) {
	t.Helper()
	want := make([]uint64, len(signs))
	digits := 0
	longest := 0
	for i, c := range b[:min(len(b), search.SignWindow)] {
		if digits++; c < '0' || '9' < c {
			digits = 0
		}
		longest = max(longest, digits)
		beginsNumber := '0' <= c && c <= '9' && i+1 < len(b) && b[i+1]|0x20 == 'e'
		if !beginsNumber && c != '\\' && c < 0x7F {
			continue
		}
		text := latin1(b[i:min(i+5, len(b))])
		for j, sign := range signs {
			if sign.is.MatchString(text) {
				want[j] |= 1 << (i / search.SignUnit)
			}
		}
	}
	got := search.FindSigns(b)
	for j, sign := range signs {
		if sign.of(got) != want[j] {
			t.Fatalf("%s: %b, want %b: %q", sign.name, sign.of(got), want[j], b)
		}
	}
	if longest < 32 && got.Digits || longest >= 191 && !got.Digits {
		t.Fatalf("Digits: %v, with %d in a row: %q", got.Digits, longest, b)
	}
}

func FuzzFindSigns(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("[1e100, \"\\u00e9\x7F\", 1e+10]"), uint16(500))
	f.Fuzz(func(t *testing.T, b []byte, before uint16) {
		b = append(bytes.Repeat([]byte("1 e"), int(before)/3), b...)
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			checkSigns(t, b)
		}
		_ = asm.Use(asm.Kernels()[0])
	})
}

// The texts have every length, are next to guard pages, and have few or many signs.
func TestFindSigns(t *testing.T) {
	const alphabet = "0123456789eE+-\\\\uU\x7F\x80\xFF /:FfdUx\x7E\"'[]^_"
	step := 1
	if asmtest.Slow() {
		step = 23
	}
	memory := asmtest.Guarded(t, 800)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 1))
		for n := 0; n < len(memory); n += step {
			for round := range 10 {
				b := memory[:n]
				if round%2 == 0 {
					b = memory[len(memory)-n:]
				}
				few := rng.IntN(200)
				for i := range b {
					b[i] = alphabet[rng.IntN(14+rng.IntN(len(alphabet)-13))]
					if few > 0 && rng.IntN(few) > 0 {
						b[i] = ' '
					}
				}
				checkSigns(t, b)
			}
		}
	})
}

// The test replaces each byte of each sign with every other byte. The signs are at positions across
// two units, at the end of the text, and at the end of a window.
func TestFindSignsEverywhere(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 3))
		fill := func(n int) []byte { return bytes.Repeat([]byte("e"), n) }
		for _, sign := range []string{"1e+10", "9E100", `\u`, "\x7F", "\x80"} {
			for at := range 600 {
				b := fill(606)
				copy(b[at:], sign)
				checkSigns(t, b)
				checkSigns(t, b[:at+len(sign)])
				checkSigns(t, b[:at+len(sign)-1])
			}
			for at := search.SignWindow - 10; at < search.SignWindow+10; at++ {
				b := fill(search.SignWindow + 20)
				copy(b[at:], sign)
				checkSigns(t, b)
				checkSigns(t, b[:at+len(sign)])
			}
			for place := range sign {
				for c := range 256 {
					b := fill(1000)
					at := rng.IntN(990)
					copy(b[at:], sign)
					b[at+place] = byte(c)
					checkSigns(t, b)
				}
			}
		}
	})
}

// The texts have rows of digits of all lengths that matter. One byte next to a row, or within it,
// is not a digit.
func TestFindSignsDigits(t *testing.T) {
	rounds := 60
	if !longtest.Asked() {
		rounds = 6
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 4))
		for n := range 260 {
			for range rounds {
				b := bytes.Repeat([]byte{"/:. x\xB5"[rng.IntN(6)]}, 700)
				row := b[rng.IntN(len(b)-n):][:n]
				for i := range row {
					row[i] = byte('0' + rng.IntN(10))
				}
				checkSigns(t, b)
				if n > 0 {
					row[rng.IntN(n)] = byte(rng.IntN(256))
					checkSigns(t, b)
				}
			}
		}
	})
}

func BenchmarkFindSigns(b *testing.B) {
	text := slices.Repeat([]byte(`{"id": 505874924095815681, "text": "some words \"quoted\" here"}, `), 300)
	for _, n := range []int{64, 256, 1000, search.SignWindow} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			asmtest.Benchmark(b, func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					search.FindSigns(text[:n])
				}
			})
		})
	}
}
