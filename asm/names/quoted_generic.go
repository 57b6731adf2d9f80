package names

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// indexQuotedGeneric is [IndexQuoted] in portable Go, one word at a time.
func indexQuotedGeneric(b []byte, first byte, n int) int {
	at := 0
	for ; at+n+swar.WordSize <= len(b); at += swar.WordSize {
		quotes := swar.LanesExactly(swar.Load(b[at:]), '"') & swar.LanesExactly(swar.Load(b[at+n:]), '"')
		for ; quotes != 0; quotes &= quotes - 1 {
			if i := at + bits.TrailingZeros64(quotes)/8; b[i+1] == first {
				return i
			}
		}
	}
	for ; at+n < len(b); at++ {
		if b[at] == '"' && b[at+1] == first && b[at+n] == '"' {
			return at
		}
	}
	return -1
}
