package utf8simd_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/utf8simd"
)

// beginsCharacter reports whether b can be continued so that it is a single character.
func beginsCharacter(b []byte) bool {
	if utf8.Valid(b) {
		return utf8.RuneCount(b) == 1
	}
	if len(b) >= utf8.UTFMax {
		return false
	}
	for _, next := range []byte{0x80, 0x90, 0xA0} { // from all ranges of second bytes
		if beginsCharacter(append(b[:len(b):len(b)], next)) {
			return true
		}
	}
	return false
}

// mendNaive returns the repaired form of the sequence at the start of b, and its length. The sequence
// is a character, a maximal subpart, or a byte that cannot begin a character.
func mendNaive(b []byte, replace bool) (mended []byte, n int) {
	for n = min(len(b), utf8.UTFMax); n > 1 && !beginsCharacter(b[:n]); {
		n--
	}
	if r, size := utf8.DecodeRune(b); r != utf8.RuneError || size > 1 {
		return b[:size], size
	}
	if replace {
		return []byte("\uFFFD"), n
	}
	return nil, n
}

// checkMend compares Mend with mendNaive. It returns how many bytes Mend has read.
func checkMend(t *testing.T, dst, src []byte, replace bool) (read int) {
	t.Helper()
	written, read := utf8simd.Mend(dst, src, replace)
	var want []byte
	at := 0
	for at < read {
		mended, n := mendNaive(src[at:], replace)
		want = append(want, mended...)
		at += n
	}
	if at != read || !bytes.Equal(dst[:written], want) {
		t.Fatalf("read %d bytes and wrote % X, want %d bytes and % X\n% X", read, dst[:written], at, want, src)
	}
	return read
}

// Every short sequence of bytes from the edges of all ranges is repaired at each position of a block.
func TestMendShortSequences(t *testing.T) {
	edges := []byte{'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF}
	src, dst := asmtest.Guarded(t, 61*2+3), asmtest.Guarded(t, 61*3*3)
	asmtest.EachKernel(t, func(t *testing.T) {
		at := 0
		for _, rest := range []string{"aa", "\x80a", "\xBF\x80", "\x80\x80", "\xC2\x80", "\xFF\xBF"} {
			asmtest.EachSequence(edges, 2, func(seq []byte) {
				for range 4 {
					at = (at + 5) % (len(src) - 4)
					clear(src)
					copy(src[at:], seq)
					copy(src[at+2:], rest)
					checkMend(t, dst, src, at%2 == 0)
				}
			})
		}
	})
}

// The bytes are random: of any value, from the edges of the ranges, or parts of characters.
func TestMendRandom(t *testing.T) {
	parts := []string{"a", "plain text", "é", "€", "😀", "\x80", "\xBF\x80", "\xC2", "\xE2\x82", "\xE0\x80", "\xED\xA0\x80", "\xF0\x9F\x98", "\xF4\x90", "\xF5", "\xFF", "\xC0\xAF"}
	src, dst := asmtest.Guarded(t, 2000), asmtest.Guarded(t, 6200)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(61, 3))
		total := 0
		for round := range 20_000 {
			b := src[len(src)-rng.IntN(len(src)+1):]
			for i := 0; i < len(b); {
				if round%3 == 0 {
					b[i] = byte(rng.Uint32())
					i++
				} else {
					i += copy(b[i:], parts[rng.IntN(len(parts))])
				}
			}
			room := dst[len(dst)-rng.IntN(len(dst)+1):]
			total += checkMend(t, room, b, round%2 == 0)
			if asmtest.Slow() && round > 1000 {
				break
			}
		}
		if utf8simd.Mends() && total == 0 {
			t.Error("nothing has been repaired")
		}
	})
}

// Mend goes on while there is damage, and stops where there is none.
func TestMendStops(t *testing.T) {
	if !utf8simd.Mends() {
		t.Skip("no kernel for Mend")
	}
	dst := make([]byte, 1<<20)
	damaged := repeatTo(60_000, "x\xFFyz")
	if read := checkMend(t, dst, damaged, true); read < len(damaged)-64 {
		t.Errorf("read %d of %d bytes", read, len(damaged))
	}
	good := repeatTo(60_000, "good text ")
	if read := checkMend(t, dst, append([]byte{0xFF}, good...), true); read > 1000 {
		t.Errorf("read %d bytes, most of them without damage", read)
	}
}
