package decode

import (
	"math"

	"github.com/assayjson/assay/internal/engine/selector"
)

// A probe has the first and the last eight bytes of a name with its closing quotation mark, as little-endian words. For a shorter name,
// both words are the same, and mask has the bits of its bytes. The closing quotation mark decides where the name ends, because names
// of fields contain none.
type probe struct {
	first, last, mask uint64
	back              uint32 // where the last eight bytes are, from the beginning of the name
}

func probeOf(name string) probe {
	quoted := name + `"`
	if n := len(quoted); n < 8 {
		word := selector.KeyOf(quoted).First
		return probe{word, word, 1<<(8*n) - 1, 0}
	}
	k := selector.KeyOf(quoted)
	return probe{k.First, k.Last, math.MaxUint64, k.N - 8}
}

// matches reports whether the words at both places are those of the name.
func (p *probe) matches(first, last uint64) bool {
	return ((first^p.first)|(last^p.last))&p.mask == 0
}
