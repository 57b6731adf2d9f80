package suspects

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
)

// A pair of names that differ only in case is noticed wherever it is, and whether or not the last line ends. Lines without such a pair
// need no walk, if there is a kernel. The oracle is [strings.EqualFold], which folds as encoding/json does.
func TestDifferBeyondCase(t *testing.T) {
	spellings := []string{"name", "Name", "naMe", "näme", "NÄME", "kind", "\u212Aind", "sum", "\u017Fum", "ß", "ss", "σ", "ς", "x"}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			a, b := spellings[rng.IntN(len(spellings))], spellings[rng.IntN(len(spellings))]
			var text strings.Builder
			lines, pair := 1+rng.IntN(40), rng.IntN(40)
			for i := range lines {
				if i == pair {
					fmt.Fprintf(&text, "{%q:1,%q:{%q:2},%q:3}\n", a, "between", a, b)
				} else {
					fmt.Fprintf(&text, "{%q:1,%q:[{%q:2}]}\n", a, "other", b)
				}
			}
			want := jsonsimd.HasKernel() && (pair >= lines || !strings.EqualFold(a, b))
			for _, src := range []string{text.String(), strings.TrimSuffix(text.String(), "\n")} {
				if got := DifferBeyondCase([]byte(src), grammar); got != want {
					t.Fatalf("DifferBeyondCase = %v, want %v, for %d lines with %q and %q in line %d", got, want, lines, a, b, pair)
				}
			}
		}
	})
}
