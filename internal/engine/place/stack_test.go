package place

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A stack returns the places that were pushed, whatever the steps between them.
func TestPlaceStack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s Stack
	var want []Place
	p := Place{0, Position{1, 1, 1, 1}}
	for range 20_000 {
		switch n := 1 + rng.IntN(300); rng.IntN(5) {
		case 0:
			keep := rng.IntN(len(want) + 1)
			if rng.IntN(20) > 0 {
				keep = max(keep, len(want)-3)
			}
			s.Truncate(keep)
			if want = want[:keep]; keep > 0 {
				p = want[keep-1]
			}
		case 1:
			p = Place{p.Offset + int64(n), Position{p.Line + rng.IntN(3), 1 + rng.IntN(n), 1, 1 + rng.IntN(1<<30)}}
		case 2:
			p = Place{p.Offset + 1<<40, Position{math.MaxInt, 1, math.MaxInt >> 1, 1}}
		case 3: // almost a short step
			p = Place{p.Offset + int64(n), Position{p.Line, p.Column + n, p.Rune + n, p.UTF16 + n}}
			*[]*int{&p.Line, &p.Column, &p.Rune, &p.UTF16}[rng.IntN(4)]++
		default:
			p = Place{p.Offset + int64(n), Position{p.Line, p.Column + n, p.Rune + n, p.UTF16 + n}}
		}
		if len(want) == 0 || want[len(want)-1] != p {
			s.Push(p.Offset, &p.Position)
			want = append(want, p)
		}
		if s.Count != len(want) || s.Top != want[len(want)-1] {
			t.Fatalf("%d places up to %v, want %d up to %v", s.Count, s.Top, len(want), want[len(want)-1])
		}
	}
	s.Reset()
	if s.Count != 0 || s.Top != (Place{}) {
		t.Errorf("after reset: %d places, %v", s.Count, s.Top)
	}
}
