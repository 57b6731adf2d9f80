package asm_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
)

// asString returns b as a string, in place.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// unquoteNaive is the oracle, by RFC 8259, section 7. It stops where Unquote must.
func unquoteNaive(src string) (out []byte, read int) {
	const letters, characters = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	for read < len(src) {
		c := src[read]
		switch {
		case c == '"', c < 0x20:
			return out, read
		case c != '\\':
			out = append(out, c)
			read++
		default:
			if read+1 == len(src) {
				return out, read
			}
			letter := strings.IndexByte(letters, src[read+1])
			if letter < 0 {
				return out, read
			}
			out = append(out, characters[letter])
			read += 2
		}
	}
	return out, read
}

func checkUnquote(t *testing.T, src string) {
	t.Helper()
	memory := canaries(len(src) + 128)
	written, read, valid := asm.Unquote(memory[:len(src)], src)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%q: wrote %d, read %d, valid %v: %s", src, written, read, valid, fmt.Sprintf(format, args...))
	}
	want, stop := unquoteNaive(src)
	if read != stop {
		fail("must read %d", stop)
	}
	if got := memory[:written]; !bytes.Equal(got, want) {
		fail("got %q, want %q", got, want)
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
			for i := range b {
				for c := range 256 {
					b[i] = byte(c)
					checkUnquote(t, string(b))
				}
				b[i] = 'a'
			}
		}
	})
}

// Every pair of bytes, also after a backslash, within a block and across the edge.
func TestUnquotePairs(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		places := []int{1, 15, 31, 62, 63, 64, 127, 200}
		for first := range 256 {
			for second := range 256 {
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

// Backslashes in a row, which are odd or even in number.
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

// escapedPieces are what random strings with escapes are made of.
var escapedPieces = append([]string{
	`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\\\\`, `\u0041`, `\ud83d\ude00`, `\x`, `\`,
}, pieces...)

// randomEscaped is randomText for strings with escapes. Only some have what ends them.
func randomEscaped(r *rand.Rand, size int) string {
	kinds := make([]string, 1+r.IntN(6))
	for i := range kinds {
		kinds[i] = escapedPieces[r.IntN(len(escapedPieces))]
		if s := kinds[i]; r.IntN(8) > 0 && (s[0] < 0x20 || s == `"` || len(s) > 1 && strings.IndexByte("ux", s[1]) >= 0) {
			kinds[i] = `\n`
		}
	}
	var s strings.Builder
	for s.Len() < size {
		s.WriteString(kinds[r.IntN(1+r.IntN(len(kinds)))])
		if r.IntN(300) == 0 {
			s.WriteString(illFormed[r.IntN(len(illFormed))])
		}
	}
	return s.String()[:size]
}

func TestUnquoteRandom(t *testing.T) {
	count := 60_000
	if testing.Short() {
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
			written, read, valid := asm.Unquote(memory[:n-1], strings.Repeat("a", n))
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
				written, read, valid := asm.Unquote(room, asString(src))
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
		for _, size := range []int{64<<10 - 1, 64 << 10, 64<<10 + 1, 200_000} {
			for range 8 {
				checkUnquote(t, randomEscaped(r, size))
			}
			for back := range 6 { // something at the edge of a window
				for _, piece := range append(illFormed, "😀", "語", "é", "\n", `\n`, `\\`, `\\\\\\\`, `"`, `\u0041`) {
					checkUnquote(t, strings.Repeat("a", 64<<10-back)+piece+strings.Repeat("z", size-64<<10+20))
				}
			}
		}
	})
}

func FuzzUnquote(f *testing.F) {
	for _, piece := range append(escapedPieces, illFormed...) {
		f.Add(piece)
		f.Add(strings.Repeat("abc", 30) + piece + strings.Repeat(piece, 30))
	}
	f.Fuzz(func(t *testing.T, src string) { checkUnquote(t, src) })
}
