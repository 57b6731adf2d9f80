package jsonsimd

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/internal/swar"
)

// randomBlock returns a block of random bytes, and a random word. The larger round%65 is, the more
// bits of the word are set.
func randomBlock(rng *rand.Rand, round int) (b [block]byte, mask uint64) {
	for i := range b {
		b[i] = byte(rng.Uint32())
		if rng.IntN(64) < round%65 {
			mask |= 1 << i
		}
	}
	return b, mask
}

// The blocks have each bit set alone, or contain random bytes.
func TestBitPlanes(t *testing.T) {
	check := func(b *[block]byte) {
		t.Helper()
		var got, want [8]uint64
		got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7] = bitPlanes(b)
		for i, c := range b {
			for k := range want {
				want[k] |= uint64(c>>k&1) << i
			}
		}
		if got != want {
			t.Fatalf("%x: %x, want %x", *b, got, want)
		}
	}
	for i := range block {
		for k := range 8 {
			var b [block]byte
			b[i] = 1 << k
			check(&b)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 1000 {
		b, _ := randomBlock(rng, round)
		check(&b)
	}
}

func TestParities(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		x := rng.Uint64()
		var want, parity uint64
		for i := range 64 {
			parity ^= x >> i & 1
			want |= parity << i
		}
		if got := swar.Parities(x); got != want {
			t.Fatalf("%x: %x, want %x", x, got, want)
		}
	}
}

// The masks have every number of bits set, with commas in objects and in arrays.
func TestCompress(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 65 * 100 {
		b, mask := randomBlock(rng, round)
		out, inObject := randomBlock(rng, rng.IntN(65))
		var want, wantElements []byte
		for i := range b {
			element := b[i]
			if inObject>>i&1 != 0 {
				b[i], element = ',', ';'
			}
			if mask>>i&1 != 0 {
				want, wantElements = append(want, b[i]), append(wantElements, element)
			}
		}
		if n := compress(&out, &b, mask); !slices.Equal(out[:n], want) {
			t.Fatalf("%x, %x: %x, want %x", b, mask, out[:n], want)
		}
		if n := compressElements(&out, &b, mask, inObject); !slices.Equal(out[:n], wantElements) {
			t.Fatalf("%x, %x, %x: %x, want %x", b, mask, inObject, out[:n], wantElements)
		}
	}
}
