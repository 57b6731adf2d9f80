//go:build !purego

package utf8simd

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
)

// The kernels for inputs that are not in the cache are selected only for sizes that are too large
// for exhaustive tests, so they are called directly here: with every length from the smallest they
// support, and an invalid byte at every position.
func TestFarUTF8(t *testing.T) {
	const smallest, largest = 257, 800
	invalid := []byte{0x80, 0xC1, 0xD0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF, 'a'}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, pattern := range []string{"a", "я", "漢", "😀", "aя漢😀б-字", "’" + strings.Repeat("x", 400)} {
			text := []byte(strings.Repeat(pattern, largest/len(pattern)+70))
			for align := range 3 {
				for n := smallest; n <= largest; n++ {
					b := bytes.Clone(text[align : align+n])
					checkFar(t, b)
					if n%7 != align {
						continue
					}
					for i := range b {
						c := invalid[(i+n)%len(invalid)]
						b[i], c = c, b[i]
						checkFar(t, b)
						b[i] = c
					}
				}
			}
		}
	})
}

func checkFar(t *testing.T, b []byte) {
	t.Helper()
	if got, want := validFarUTF8(b), utf8.Valid(b); got != want {
		t.Fatalf("%d bytes: %v, want %v\n% X", len(b), got, want, b)
	}
}
