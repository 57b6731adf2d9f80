package tokenizer

import (
	"math/rand/v2"
	"testing"
)

// A replay passes the tokens that a scanner does, and is left in the same state.
func TestReplayIsTheScanner(t *testing.T) {
	const maxDepth = 4
	rng := rand.New(rand.NewPCG(51, 52))
	texts := map[byte]string{'{': "{", '}': "}", '[': "[", ']': "]", ',': ",", ':': ":", '"': `""`, '0': "0"}
	var r replay
	for range 20_000 {
		r.nesting, r.state = nesting{outer: r.nesting.outer[:0]}, wantValue
		s := scanner{config: plainConfig(maxDepth)}
		var tokens []byte
		for valid := true; valid && len(tokens) < 100; {
			c := `{}[],,::""00`[rng.IntN(12)]
			was, text := s, len(s.src)
			s.src = append(s.src, texts[c]...)
			if valid = s.token(c); !valid && rng.IntN(20) > 0 { // most of them are not to end it
				s, valid = was, true
				s.src = s.src[:text]
				continue
			}
			tokens = append(tokens, c)
		}
		valid := len(tokens)
		if s.fault.kind != 0 {
			valid--
		}
		if n := r.pass(maxDepth, tokens); n != valid || r.state != s.state || r.nesting.depth != s.nesting.depth || r.nesting.inner != s.nesting.inner {
			t.Fatalf("%s: passes %d to state %d, %+v; want %d, %d, %+v", tokens, n, r.state, r.nesting, valid, s.state, s.nesting)
		}
	}
}
