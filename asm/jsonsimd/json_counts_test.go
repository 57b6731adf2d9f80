package jsonsimd_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
)

// countsNaive returns the counts of b[from:].
func countsNaive(b []byte, from int) (n jsonsimd.Counts) {
	for i := from; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\r', c == '\n' && (i == 0 || b[i-1] != '\r'): // an LF after a CR does not end another line
			n.Lines++
		case c&0xC0 == 0x80:
			n.Continuations++
		case c >= 0xF0:
			n.Pairs++
		}
	}
	return n
}

// checkCounts writes b in parts, and checks the counts of each part. The function part returns the
// length of the next part, in units. The length of b must be a multiple of the unit.
func checkCounts(t *testing.T, j *jsonsimd.Checker, b []byte, part func() int) {
	t.Helper()
	j.Reset(maxDepth, 0)
	j.BeginPauses()
	for at := 0; at < len(b); {
		end := min(at+part()*jsonsimd.IndexUnit, len(b))
		if !j.Write(b[at:end]) {
			t.Fatalf("invalid: %q", b)
		}
		if got, want := j.Counts(), countsNaive(b[:end], at); got != want {
			t.Fatalf("%d to %d: %+v, want %+v: %q", at, end, got, want, b)
		}
		at = end
	}
}

// spaced returns text with the given number of spaces before it, and enough spaces after it to fill
// the given number of units.
func spaced(before int, text string, units int) []byte {
	b := bytes.Repeat([]byte(" "), units*jsonsimd.IndexUnit)
	copy(b[before:], text)
	return b
}

// The texts put line ends and characters at every position of a chunk, and across its end.
func TestCountsAtEveryPlace(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		j := new(jsonsimd.Checker)
		one := func() int { return 1 }
		for _, text := range []string{"\n", "\r", "\r\n", "\n\r", "\r\r\n\n", "\r\n\r\n", `"é"`, "\"€\x7F\"", `"😀"`, "\"\U0010FFFF\"\r\n"} {
			for before := range 2*jsonsimd.IndexUnit + 2 {
				checkCounts(t, j, spaced(before, text, 3), one)
			}
		}
		// No other character ends a line.
		for c := byte(' '); c < 0x7F; c++ {
			if text := `"` + string(c) + `"`; c != '"' && c != '\\' {
				checkCounts(t, j, spaced(3, text, 1), one)
			}
		}
		checkCounts(t, j, spaced(3, "\t\t", 1), one)
	})
}

// The text has every byte that can begin or continue a character.
func TestCountsOfCharacters(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		var text strings.Builder
		text.WriteByte('"')
		for r := rune(0x80); r <= 0x10FFFF; r += 1 + r>>8 {
			if r < 0xD800 || r > 0xDFFF {
				text.WriteRune(r)
			}
		}
		text.WriteByte('"')
		checkCounts(t, new(jsonsimd.Checker), spaced(3, text.String(), text.Len()/jsonsimd.IndexUnit+2), func() int { return 1 })
	})
}

// Random texts in parts of random lengths, with a Checker that has been used before.
func TestCountsAtRandom(t *testing.T) {
	rounds := 300
	if asmtest.Slow() {
		rounds = 30
	}
	parts := []string{"\n", "\r", "\r\n", " ", "\t", `"é€😀",`, `"中中中中中中中中中中中中中中中中中中中中",`, `1,`, `"\n\\",`, `[1],`, "\r\r\r\r\r\r\r\r\n\n\n\n", `"` + strings.Repeat("x", 700) + `",`}
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		j := new(jsonsimd.Checker)
		for range rounds {
			some := parts[rng.IntN(len(parts)):]
			b := []byte("[")
			for n := (1 + rng.IntN(400)) * jsonsimd.IndexUnit; len(b) < n; {
				b = append(b, some[rng.IntN(len(some))]...)
			}
			b = b[:len(b)/jsonsimd.IndexUnit*jsonsimd.IndexUnit]
			checkCounts(t, j, b, func() int { return 1 + rng.IntN(1+len(b)/jsonsimd.IndexUnit) })
			checkCounts(t, j, b, func() int { return 1 + rng.IntN(4) })
		}
	})
}

// Bytes that do not fill a chunk are counted together with the bytes that follow.
func TestCountsOfParts(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		b := bytes.Repeat([]byte("[\"é😀\",\r\n"), 200)
		b = b[:len(b)/jsonsimd.IndexUnit*jsonsimd.IndexUnit]
		j := new(jsonsimd.Checker)
		for n := 1; n < len(b); n++ {
			j.Reset(maxDepth, 0)
			j.BeginPauses()
			j.Write(b[:n])
			early := j.Counts()
			j.Write(b[n:])
			late, want := j.Counts(), countsNaive(b, 0)
			if early.Lines+late.Lines != want.Lines || early.Continuations+late.Continuations != want.Continuations || early.Pairs+late.Pairs != want.Pairs {
				t.Fatalf("cut at %d: %+v and %+v, want %+v", n, early, late, want)
			}
		}
	})
}
