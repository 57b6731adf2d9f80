package quoting_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// asciiTables has the tables whose rules include ASCII.
var asciiTables = []quoting.Rules{quoting.ASCII, quoting.ASCII | quoting.HTML, quoting.ASCII | quoting.JS, quoting.ASCII | quoting.HTML | quoting.JS}

// appendUnitsNaive is the oracle for one character.
func appendUnitsNaive(dst []byte, r rune, rules quoting.Rules) []byte {
	if r < utf8.RuneSelf {
		return append(dst, escapesNaive[rules][r]...)
	}
	for _, unit := range utf16.Encode([]rune{r}) {
		dst = fmt.Appendf(dst, `\u%04x`, unit)
	}
	return dst
}

// unitsNaive returns what the first n bytes of src become, or nil if they do not consist of whole
// characters.
func unitsNaive(src string, n int, rules quoting.Rules) []byte {
	out := []byte{}
	for i := 0; i < n; {
		r, size := utf8.DecodeRuneInString(src[i:])
		if r == utf8.RuneError && size == 1 || i+size > n {
			return nil
		}
		out = appendUnitsNaive(out, r, rules)
		i += size
	}
	return out
}

// checkUnits calls QuoteUnits until it makes no more progress, and compares the result with the
// oracle. dst has room bytes, and the text begins at the given distance from an aligned address.
func checkUnits(t *testing.T, src string, rules quoting.Rules, room, distance int) {
	memory := canaries(room + 64)
	aligned := make([]byte, len(src)+distance)
	text := asString(aligned[distance : distance+copy(aligned[distance:], src)])
	written, read := 0, 0
	for {
		w, r := quoting.QuoteUnits(memory[written:room], text[read:], quoteTables[rules])
		if r < 0 || r > len(text)-read || w < 0 || w > room-written || (r == 0) != (w == 0) {
			t.Fatalf("%q, rules %d, room %d: after %d bytes, wrote %d, read %d", src, rules, room, read, w, r)
		}
		written, read = written+w, read+r
		if r == 0 {
			break
		}
	}
	want := unitsNaive(text, read, rules)
	if got := memory[:written]; want == nil || !bytes.Equal(got, want) {
		t.Fatalf("%q, rules %d, room %d: read %d bytes: got %q, want %q", src, rules, room, read, got, want)
	}
	if past := memory[room:]; !areCanaries(past) {
		t.Fatalf("%q, rules %d, room %d: wrote past dst: %x", src, rules, room, past)
	}
	if rest := text[read:]; rest != "" && room-written >= quoting.UnitsRoom {
		if r, size := utf8.DecodeRuneInString(rest); r != utf8.RuneError || size != 1 {
			t.Fatalf("%q, rules %d, room %d: stopped at %d, which is well-formed", src, rules, room, read)
		}
	}
}

// ample is the room that is enough for any text of n bytes.
func ample(n int) int { return 6*n + 600 }

// Each of the 1,112,064 scalar values is written, at different positions of a block.
func TestQuoteUnitsEveryScalar(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		src := make([]byte, 0, 80)
		dst := make([]byte, ample(80))
		var want []byte
		for r := rune(0); r <= utf8.MaxRune; {
			src, want = src[:0], want[:0]
			for len(src) < 64 && r <= utf8.MaxRune {
				if utf8.ValidRune(r) {
					src = utf8.AppendRune(src, r)
					want = appendUnitsNaive(want, r, quoting.ASCII)
				}
				r++
			}
			written := 0
			for read := 0; read < len(src); {
				w, n := quoting.QuoteUnits(dst[written:], asString(src[read:]), quoteTables[quoting.ASCII])
				if n == 0 {
					t.Fatalf("%q: stopped at %d", src, read)
				}
				written, read = written+w, read+n
			}
			if !bytes.Equal(dst[:written], want) {
				t.Fatalf("%q: got %s, want %s", src, dst[:written], want)
			}
		}
	})
}

// unitPieces holds characters of every length, with and without escapes, at the limits of their
// lengths.
var unitPieces = []string{
	"a", " ", "\"", "\\", "\n", "\b", "\x00", "\x1F", "\x7F", "<", "\u0080", "ж", "\u07FF", "\u0800", "語", "\uD7FF", "\uE000", "\uFFFD", "\uFFFF",
	"\U00010000", "😀", "\U000FFFFF", "\U00100000", "\U0010FFFF",
}

// Every pair of characters is put at every position of a block, among characters of each length.
func TestQuoteUnitsPairs(t *testing.T) {
	fillers := []string{"a", "é", "語", "😀"}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, first := range unitPieces {
			for _, second := range unitPieces {
				for place := range 70 {
					filler := fillers[place%len(fillers)]
					if asmtest.Slow() && (len(first)+len(second)+place)%7 != 0 {
						continue
					}
					text := strings.Repeat("b", place%len(filler)) + strings.Repeat(filler, place/len(filler)) + first + second
					checkUnits(t, text+strings.Repeat(filler, 30), asciiTables[place%len(asciiTables)], ample(200), place%5)
					checkUnits(t, text, asciiTables[place%len(asciiTables)], ample(200), place%5)
				}
			}
		}
	})
}

// Every sequence of one to four bytes over the classes of bytes is put at positions of a block.
func TestQuoteUnitsIllFormed(t *testing.T) {
	classes := []byte{
		0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
	}
	fillers := []string{"語", "a", "ж", "😀"}
	asmtest.EachKernel(t, func(t *testing.T) {
		i := 0
		for n := 1; n <= 4; n++ {
			asmtest.EachSequence(classes, n, func(b []byte) {
				if i++; n == 4 && asmtest.Slow() && i%13 != 0 || n == 3 && i%longtest.OneIn(5) != 0 {
					return
				}
				place, filler := i%80, fillers[i/80%len(fillers)]
				before := strings.Repeat(filler, place/len(filler)) + strings.Repeat("b", place%len(filler))
				checkUnits(t, before+string(b), quoting.ASCII, ample(400), 0)
				checkUnits(t, before+string(b)+strings.Repeat(filler, 40), quoting.ASCII, ample(400), 0)
			})
		}
	})
}

// Texts of every length are written to every room, also with less room than the result needs.
func TestQuoteUnitsRoom(t *testing.T) {
	step := 1
	if asmtest.Slow() {
		step = 13
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for i, filler := range []string{"ж", "語", "😀", "aя", "\x01\u0416\"", "plain text, é"} {
			for n := i % step; n < 300; n += step {
				text := strings.Repeat(filler, n/len(filler)+1)[:n]
				for _, room := range []int{0, 1, 15, 16, 17, 100, 6*n - 20, 6 * n, 6*n + 20, 447, 448, 449, 520, ample(n)} {
					checkUnits(t, text, quoting.ASCII, max(room, 0), n%64)
				}
			}
		}
	})
}

func TestQuoteUnitsRandom(t *testing.T) {
	count := 40_000
	if longtest.Off() {
		count = 4_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 12))
		for range count {
			size := r.IntN(1 << (1 + r.IntN(11)))
			kinds := make([]string, 1+r.IntN(6))
			for i := range kinds {
				kinds[i] = unitPieces[r.IntN(len(unitPieces))]
			}
			text := mixture(r, kinds, size)
			checkUnits(t, text, asciiTables[r.IntN(len(asciiTables))], []int{r.IntN(1 + 7*size), ample(size)}[r.IntN(2)], r.IntN(64))
		}
	})
}

// A string longer than a window is written like a short one.
func TestQuoteUnitsWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		i := 0
		for _, size := range windowSizes() {
			for _, filler := range []string{"ж", "語", "😀", "aя", "aaжb"} {
				for _, piece := range []string{"", "\xFF", "\"", "😀"} {
					if i++; i%longtest.OneIn(3) != 0 {
						continue
					}
					text := strings.Repeat(filler, size/len(filler)) + piece + "a"
					checkUnits(t, text, quoting.ASCII, ample(len(text)), 3)
				}
			}
		}
	})
}

// QuoteUnits must access no byte outside src and dst; both are between guard pages.
func TestQuoteUnitsGuarded(t *testing.T) {
	const most = 5 * 64
	from, to := asmtest.Guarded(t, most), asmtest.Guarded(t, 8*most)
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for n := range most {
			for round := range 8 {
				src := from[:n]
				if round%2 == 0 {
					src = from[len(from)-n:]
				}
				copy(src, mixture(r, unitPieces[r.IntN(12):], n))
				room := to[len(to)-r.IntN(7*n+1):]
				if round%3 == 0 {
					room = to[:r.IntN(7*n+1)]
				}
				w, read := quoting.QuoteUnits(room, asString(src), quoteTables[quoting.ASCII])
				if want := unitsNaive(asString(src), read, quoting.ASCII); want == nil || !bytes.Equal(room[:w], want) {
					t.Fatalf("%q: wrote %q, want %q", src, room[:w], want)
				}
			}
		}
	})
}

// QuoteUnits stops soon where Quote is faster, and does not stop elsewhere.
func TestQuoteUnitsStopsAtASCII(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		text := strings.Repeat("жж", 100) + strings.Repeat("a", 5000)
		dst := make([]byte, ample(len(text)))
		if _, read := quoting.QuoteUnits(dst, text, quoteTables[quoting.ASCII]); read < 400 || read > 550 {
			t.Errorf("read %d bytes", read)
		}
		text = strings.Repeat("one in ten ж", 1000)
		if _, read := quoting.QuoteUnits(dst[:cap(dst)], text[:5000], quoteTables[quoting.ASCII]); read < 4900 {
			t.Errorf("read %d bytes of 5000", read)
		}
	})
}

func FuzzQuoteUnits(t *testing.F) {
	f := fuzzing.Of(t)
	inUse := asm.Kernel()
	f.Cleanup(func() { _ = asm.Use(inUse) })
	for _, piece := range append(unitPieces, illFormed...) {
		f.Add(piece, uint8(0), uint16(16))
		f.Add(strings.Repeat("жabc語", 30)+piece+strings.Repeat(piece, 30), uint8(3), uint16(5000))
	}
	f.Fuzz(func(t *testing.T, src string, rules uint8, room uint16) {
		for _, name := range asm.Kernels() {
			if err := asm.Use(name); err != nil {
				t.Fatal(err)
			}
			checkUnits(t, src, asciiTables[int(rules)%len(asciiTables)], int(room), int(rules)/4)
		}
	})
}

func BenchmarkQuoteUnits(b *testing.B) {
	table := quoting.NewTable(quoting.ASCII)
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, script := range []struct{ name, letters string }{
			{"cyrillic", "абвгдежзийклмнопрстуфхцчшщъыьэюя "}, {"chinese", "天地玄黃宇宙洪荒，"}, {"emoji", "😀😁😂🤣 "}, {"german", "abcdefghijklmnöä "},
		} {
			for _, size := range quoteSizes {
				b.Run(script.name+"/"+size.name, func(b *testing.B) {
					texts := quoteTexts(oneIn(1, script.letters), size.bytes)
					dst := make([]byte, ample(size.bytes))
					b.SetBytes(int64(size.bytes))
					for i := 0; b.Loop(); i++ {
						text := texts[i%len(texts)]
						for read, written := 0, 0; read < len(text); {
							w, r := quoting.QuoteUnits(dst[written:], text[read:], table)
							if written, read = written+w, read+r; r == 0 {
								b.Fatal("no progress")
							}
						}
					}
				})
			}
		}
	})
}
