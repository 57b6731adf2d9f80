package quoting_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// asString returns b as a string that shares its memory.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// unquoteNaive is the oracle, after RFC 8259, section 7. It stops where Unquote must stop.
func unquoteNaive(src string) (out []byte, read int) {
	for read < len(src) {
		c := src[read]
		switch {
		case c == '"', c < 0x20:
			return out, read
		case c != '\\':
			out = append(out, c)
			read++
		default:
			r, n := unescapeNaive(src[read:])
			if n == 0 {
				return out, read
			}
			out = utf8.AppendRune(out, r)
			read += n
		}
	}
	return out, read
}

// unescapeNaive returns the character and the length of the escape at the beginning of s, or zeros
// if there is none.
func unescapeNaive(s string) (r rune, n int) {
	const letters, characters = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if len(s) > 1 {
		if letter := strings.IndexByte(letters, s[1]); letter >= 0 {
			return rune(characters[letter]), 2
		}
	}
	unit := unitNaive(s)
	if !utf16.IsSurrogate(unit) {
		if unit < 0 {
			return 0, 0
		}
		return unit, 6
	}
	if r := utf16.DecodeRune(unit, unitNaive(s[6:])); r != utf8.RuneError {
		return r, 12
	}
	return 0, 0
}

// unitNaive returns the UTF-16 code unit of the \uXXXX escape at the beginning of s, or -1 if there
// is none.
func unitNaive(s string) rune {
	if len(s) < 6 || s[:2] != `\u` {
		return -1
	}
	unit, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}

func checkUnquote(t *testing.T, src string) {
	memory := canaries(len(src) + 128)
	written, read, valid := quoting.Unquote(memory[:len(src)], src)
	fail := func(format string, args ...any) {
		t.Fatalf("%.300q: wrote %d, read %d, valid %v: %s", src, written, read, valid, fmt.Sprintf(format, args...))
	}
	want, stop := unquoteNaive(src)
	if read != stop {
		fail("must read %d", stop)
	}
	if got := memory[:written]; !bytes.Equal(got, want) {
		fail("got %.300q, want %.300q", got, want)
	}
	if valid && !utf8.ValidString(src[:read]) {
		fail("what has been read is not UTF-8")
	}
	if !valid && utf8.ValidString(src) {
		fail("it is UTF-8")
	}
	if past := memory[len(src):]; !areCanaries(past) {
		fail("wrote past dst: %x", past)
	}
}

func TestUnquoteFindsEveryByteEverywhere(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range lengthsToTry() {
			b := bytes.Repeat([]byte{'a'}, n)
			every := longtest.OneIn(5)
			for i := range b {
				for c := i % every; c < 256; c += every {
					b[i] = byte(c)
					checkUnquote(t, string(b))
				}
				b[i] = 'a'
			}
		}
	})
}

// Every pair of bytes is tried, also after a backslash, within a block and across its edge.
func TestUnquotePairs(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		places := []int{1, 15, 31, 62, 63, 64, 127, 200}
		for first := range 256 {
			every := longtest.OneIn(5)
			for second := first % every; second < 256; second += every {
				b := bytes.Repeat([]byte{'a'}, 330)
				i := places[(first+second)%len(places)]
				b[i], b[i+1] = byte(first), byte(second)
				checkUnquote(t, string(b))
				checkUnquote(t, string(b[i:i+2]))
				b[i-1] = '\\'
				checkUnquote(t, string(b))
				checkUnquote(t, string(b[i-1:i+2]))
			}
		}
	})
}

// The texts have odd and even numbers of backslashes in a row.
func TestUnquoteBackslashes(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for before := range 140 {
			for n := range 140 {
				checkUnquote(t, strings.Repeat("a", before)+strings.Repeat(`\`, n)+`n"`)
				checkUnquote(t, strings.Repeat("a", before)+strings.Repeat(`\`, n))
			}
		}
	})
}

// The texts have the \uXXXX escapes of all characters: alone, next to each other, and across the
// edges of blocks.
func TestUnquoteUnits(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for unit := range 0x10000 {
			escape := fmt.Sprintf([]string{`\u%04x`, `\u%04X`}[unit%2], unit)
			checkUnquote(t, escape)
			checkUnquote(t, strings.Repeat("a", unit%131)+escape+strings.Repeat("b", unit%71))
			if unit%8 == 0 {
				checkUnquote(t, strings.Repeat("a", unit/8%67)+strings.Repeat(escape, 3+unit/8%27))
			}
		}
	})
}

// The texts have escapes of surrogates, followed by all kinds of text.
func TestUnquoteSurrogates(t *testing.T) {
	second := []string{"", `\`, `\u`, `\ud`, `\ude0`, `\n`, `\\`, `\u0041`, "a", `"`, "ude00", `\uD7FF`, `\uE000`, `\x`}
	for low := 0xD800; low < 0xE000; low += 0x55 {
		second = append(second, fmt.Sprintf(`\u%04x`, low))
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for i := range 0x800 {
			pair := fmt.Sprintf(`\u%04X`, 0xD800+i) + second[i%len(second)]
			checkUnquote(t, pair)
			checkUnquote(t, pair+strings.Repeat("a", 70))
			checkUnquote(t, strings.Repeat("a", i%131)+pair+"b")
			checkUnquote(t, strings.Repeat("a", i%67)+strings.Repeat(pair, 1+i%23))
		}
		for high := 0xD800; high < 0xDC00; high += 3 {
			for low := 0xDC00; low < 0xE000; low += 7 {
				checkUnquote(t, fmt.Sprintf(`\u%04x\u%04x`, high, low))
			}
		}
		for place := range 140 { // a surrogate pair, and each half without the other, at every position
			for _, s := range []string{`\ud83d\ude00`, `\ud83d`, `\ude00`, `\ud83d\ud83d\ude00`, `\ud83d\ude00\ude00`} {
				checkUnquote(t, strings.Repeat("a", place)+s+strings.Repeat("b", 90))
				checkUnquote(t, strings.Repeat("a", place)+s)
				checkUnquote(t, strings.Repeat("a", place)+strings.Repeat(s, 9))
			}
		}
	})
}

// The texts have an escape with an invalid byte at each of its positions. The escape is at each
// position of a block.
func TestUnquoteDigits(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for place := 0; place < 70; place += longtest.OneIn(3) {
			for i := range 2 * 6 {
				for c := range 256 {
					b := []byte(strings.Repeat("a", place) + `\ud83d\ude00` + strings.Repeat("b", c%3*40))
					b[place+i] = byte(c)
					checkUnquote(t, string(b))
				}
			}
		}
	})
}

// Invalid UTF-8 is put at every position in text of each kind.
func TestUnquoteIllFormed(t *testing.T) {
	const most = 5 * 64
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, fill := range []string{"a", "я", "語a", `\n`, `я\n`, `\u0416`, `a\ud83d\ude00é`} {
			text := strings.Repeat(fill, 3*most)
			for before := range most {
				for i, piece := range illFormed {
					checkUnquote(t, text[:before]+piece+text[:(before+149*i)%(3*most)])
					checkUnquote(t, text[:before]+piece)
				}
			}
		}
	})
}

// escapedPieces holds the parts of random strings with escapes.
var escapedPieces = append([]string{
	`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\\\\`, `\u0041`, `\u0422`, `\u00e9`, `\u8A9e`, `\ud83d\ude00`, `\ud83d`, `\udE00`,
	`\u20a`, `\x`, `\`,
}, pieces...)

// randomEscaped is like randomText, but returns strings with escapes. Only some of the strings
// contain a character or escape at which Unquote stops.
func randomEscaped(r *rand.Rand, size int) string {
	kinds := make([]string, 1+r.IntN(6))
	for i := range kinds {
		kinds[i] = escapedPieces[r.IntN(len(escapedPieces))]
		if _, read := unquoteNaive(kinds[i]); read < len(kinds[i]) && r.IntN(8) > 0 {
			kinds[i] = `\u20AC`
		}
	}
	return mixture(r, kinds, size)
}

func TestUnquoteRandom(t *testing.T) {
	count := 60_000
	if longtest.Off() {
		count = 6_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for range count {
			checkUnquote(t, randomEscaped(r, r.IntN(1<<(1+r.IntN(11)))))
		}
	})
}

func TestUnquoteShortDst(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := 1; n < 300; n++ {
			memory := canaries(n)
			written, read, valid := quoting.Unquote(memory[:n-1], strings.Repeat("a", n))
			if written != 0 || read != 0 || !valid || !bytes.Equal(memory, canaries(n)) {
				t.Fatalf("%d bytes: wrote %d, read %d, %x", n, written, read, memory)
			}
		}
	})
}

func TestUnquoteGuarded(t *testing.T) {
	const most = 5 * 64
	from, to := asmtest.Guarded(t, most), asmtest.Guarded(t, most)
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for n := range most {
			for round := range 6 {
				text := randomEscaped(r, n)
				src, room := from[:n], to[len(to)-n:]
				if round%2 == 0 {
					src, room = from[len(from)-n:], to[:n]
				}
				copy(src, text)
				written, read, valid := quoting.Unquote(room, asString(src))
				if want, stop := unquoteNaive(text); read != stop || !bytes.Equal(room[:written], want) {
					t.Fatalf("%q: wrote %q, read %d, valid %v", text, room[:written], read, valid)
				}
			}
		}
	})
}

func TestUnquoteWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 6))
		for _, size := range windowSizes() {
			for range 8 / longtest.OneIn(4) {
				checkUnquote(t, randomEscaped(r, size))
			}
			for back := 0; back < 14; back += longtest.OneIn(3) { // put a character or an escape at the edge of a window
				for _, piece := range append(illFormed, "😀", "語", "é", "\n", `\n`, `\\`, `\\\\\\\`, `"`, `\u0041`, `\u`, `\ud83d\ude00`, `\ud83d`) {
					checkUnquote(t, strings.Repeat("a", 64<<10-back)+piece+strings.Repeat("z", size-64<<10+20))
				}
			}
		}
	})
}

func FuzzUnquote(t *testing.F) {
	f := fuzzing.Of(t)
	for _, piece := range append(escapedPieces, illFormed...) {
		f.Add(piece)
		f.Add(strings.Repeat("abc", 30) + piece + strings.Repeat(piece, 30))
	}
	inUse := asm.Kernel()
	f.Cleanup(func() { _ = asm.Use(inUse) })
	f.Fuzz(func(t *testing.T, src string) {
		for _, name := range asm.Kernels() {
			if err := asm.Use(name); err != nil {
				t.Fatal(err)
			}
			checkUnquote(t, src)
		}
	})
}
