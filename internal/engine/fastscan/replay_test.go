package fastscan

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/engine/scan"
)

// A replay accepts the same tokens as a scanner, and ends in the same state.
func TestReplayIsTheScanner(t *testing.T) {
	const maxDepth = 4
	rng := rand.New(rand.NewPCG(51, 52))
	texts := map[byte]string{'{': "{", '}': "}", '[': "[", ']': "]", ',': ",", ':': ":", '"': `""`, '0': "0"}
	var r Replay
	for range 20_000 {
		r.Nesting, r.State = scan.Nesting{Outer: r.Nesting.Outer[:0]}, scan.WantValue
		s := scan.Scanner{Rules: scan.Plain(maxDepth)}
		var tokens []byte
		for valid := true; valid && len(tokens) < 100; {
			c := `{}[],,::""00`[rng.IntN(12)]
			was, text := s, len(s.Src)
			s.Src = append(s.Src, texts[c]...)
			if valid = s.Token(c); !valid && rng.IntN(20) > 0 { // skip most of the invalid tokens
				s, valid = was, true
				s.Src = s.Src[:text]
				continue
			}
			tokens = append(tokens, c)
		}
		valid := len(tokens)
		if s.Fault.Kind != 0 {
			valid--
		}
		if n := r.Pass(maxDepth, tokens); n != valid || r.State != s.State || r.Nesting.Depth != s.Nesting.Depth || r.Nesting.Inner != s.Nesting.Inner {
			t.Fatalf("%s: passes %d to state %d, %+v; want %d, %d, %+v", tokens, n, r.State, r.Nesting, valid, s.State, s.Nesting)
		}
	}
}
