package place_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/place"
)

// containerEndNaive is the oracle for ContainerEnd.
func containerEndNaive(b string) (end int, ok bool) {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return 0, false
}

func TestContainerEnd(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", "{}", "[]", ",", ":", " ", "1", `"x"`, `"]"`, `"\""`, `"{\\"`, `""`, strings.Repeat(" ", 50)}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(8, 9))
		for range 1000 {
			b := "["
			for range rng.IntN(120) {
				b += pieces[rng.IntN(len(pieces))]
			}
			end, ok := place.ContainerEnd([]byte(b))
			if want, found := containerEndNaive(b); end != want || ok != found {
				t.Fatalf("%d, %v, want %d, %v: %q", end, ok, want, found, b)
			}
		}
		for _, n := range []int{1, 31, 32, 63, 64, 65, 1000, 100_000} {
			b := strings.Repeat("[", n) + strings.Repeat("]", n)
			if end, ok := place.ContainerEnd([]byte(b + "]")); end != len(b) || !ok {
				t.Fatalf("%d levels: %d, %v", n, end, ok)
			}
		}
	})
}
