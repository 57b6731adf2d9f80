package utf8simd

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
)

// The text has one invalid byte, and is so long that it is assumed not to be in the cache.
func TestFarUTF8Whole(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	text := []byte(strings.Repeat("aя漢😀б-字 ", far/16))
	if len(text) <= far {
		t.Fatal("not far")
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		if !Valid(text) {
			t.Error("rejected")
		}
		for range 20 {
			i := rng.IntN(len(text))
			c := text[i]
			text[i] = 0xFF
			if Valid(text) {
				t.Errorf("FF at %d of %d accepted", i, len(text))
			}
			text[i] = c
		}
	})
}
