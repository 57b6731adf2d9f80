package asm

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// eachOwnKernel is asmtest.EachKernel for tests within the package, which asmtest
// imports.
func eachOwnKernel(t *testing.T, f func(t *testing.T)) {
	t.Cleanup(func() { _ = Use(Kernels()[0]) })
	for _, name := range Kernels() {
		if err := Use(name); err != nil {
			t.Fatal(err)
		}
		t.Run(name, f)
	}
}

// The kernels for inputs that are not in the cache come into play at sizes that are too
// large to try everything on. So they are called as they are: all lengths from the
// smallest on, with a wrong byte at every place.
func TestFarUTF8(t *testing.T) {
	const smallest, largest = 257, 800
	wrong := []byte{0x80, 0xC1, 0xD0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF, 'a'}
	eachOwnKernel(t, func(t *testing.T) {
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
						c := wrong[(i+n)%len(wrong)]
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

// One wrong byte in texts that are large enough.
func TestFarUTF8Whole(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	text := []byte(strings.Repeat("aя漢😀б-字 ", far/16))
	if len(text) <= far {
		t.Fatal("not far")
	}
	eachOwnKernel(t, func(t *testing.T) {
		if !ValidUTF8(text) {
			t.Error("rejected")
		}
		for range 20 {
			i := rng.IntN(len(text))
			c := text[i]
			text[i] = 0xFF
			if ValidUTF8(text) {
				t.Errorf("FF at %d of %d accepted", i, len(text))
			}
			text[i] = c
		}
	})
}
