package place

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// A pile has the bytes that were pushed and not removed. Its pieces stay where they are.
func TestPile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	var p pile
	var want [][]byte // the pieces
	var pieces [][]byte
	size := 0
	for round := range 20_000 {
		switch rng.IntN(5) {
		case 0:
			keep := rng.IntN(len(want) + 1)
			if rng.IntN(200) > 0 {
				keep = max(keep, len(want)-3)
			}
			for _, w := range want[keep:] {
				size -= len(w)
			}
			before := p
			p.truncate(size)
			if got := before.size(); got < size {
				t.Fatalf("a copy has %d bytes, want at least %d", got, size)
			}
			want, pieces = want[:keep], pieces[:keep]
		default:
			piece := bytes.Repeat([]byte{byte(round)}, rng.IntN(1<<rng.IntN(18)))
			pieces = append(pieces, p.push(piece))
			want = append(want, piece)
			size += len(piece)
		}
		if p.size() != size {
			t.Fatalf("%d bytes, want %d", p.size(), size)
		}
		if round%500 == 0 {
			if got := slices.Concat(append(slices.Clip(p.full), p.top)...); !bytes.Equal(got, slices.Concat(want...)) || !slices.EqualFunc(pieces, want, bytes.Equal) {
				t.Fatalf("the %d bytes are not those that were pushed", size)
			}
		}
	}
	if p.reset(); p.size() != 0 {
		t.Errorf("after reset: %d bytes", p.size())
	}
}
