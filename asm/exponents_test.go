package asm_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
)

// indexExponentNaive is the definition.
func indexExponentNaive(b []byte) int {
	digit := func(i int) bool { return bytes.IndexByte([]byte("0123456789"), b[i]) >= 0 }
	for i := 1; i+3 < len(b); i++ {
		if (b[i] == 'e' || b[i] == 'E') && digit(i-1) && digit(i+2) && digit(i+3) {
			return i
		}
	}
	return -1
}

func checkIndexExponent(t *testing.T, b []byte) {
	t.Helper()
	if got, want := asm.IndexExponent(b), indexExponentNaive(b); got != want {
		t.Fatalf("%d, want %d: %q", got, want, b)
	}
}

func FuzzIndexExponent(f *testing.F) {
	f.Add([]byte("[1e100, 2.5E-7, 1e+10]"), uint8(50))
	f.Fuzz(func(t *testing.T, b []byte, before uint8) {
		b = append(bytes.Repeat([]byte("e1 "), int(before)), b...)
		for _, kernel := range asm.Kernels() {
			if err := asm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			checkIndexExponent(t, b)
		}
		_ = asm.Use(asm.Kernels()[0])
	})
}

// Each length, up against guard pages, with nothing or few; every byte in every place of one; and
// one across the edge of a window.
func TestIndexExponent(t *testing.T) {
	const alphabet = "0123456789eE+-., /:FfUud%\xB5\xC5\xE5"
	memory := asmtest.Guarded(t, 400)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 1))
		for n := range 400 {
			for round := range 40 {
				b := memory[:n]
				if round%2 == 0 {
					b = memory[len(memory)-n:]
				}
				for i := range b {
					b[i] = alphabet[rng.IntN(12+rng.IntN(len(alphabet)-11))]
					if round%4 < 2 && rng.IntN(20) > 0 {
						b[i] = ' '
					}
				}
				checkIndexExponent(t, b)
			}
		}
		for place := range 5 {
			for c := range 256 {
				b := bytes.Repeat([]byte(" "), 150)
				at := rng.IntN(145)
				copy(b[at:], "1e+10")
				b[at+place] = byte(c)
				checkIndexExponent(t, b)
			}
		}
		for at := range 70 {
			b := bytes.Repeat([]byte(" "), 1<<16+100)
			copy(b[1<<16-35+at:], "7E123 ")
			checkIndexExponent(t, b)
		}
	})
}
