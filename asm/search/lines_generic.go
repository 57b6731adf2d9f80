package search

import (
	"bytes"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// countLinesGeneric is [CountLines] in portable Go. It leaves LFs to the standard library, which
// counts them with vectors. CRs are rare; from the first CR on, the text is processed one word at a
// time.
func countLinesGeneric(b []byte) int {
	i := bytes.IndexByte(b, '\r')
	if i < 0 {
		return bytes.Count(b, []byte("\n"))
	}
	n := bytes.Count(b[:i], []byte("\n"))
	var afterCR uint64 // 1 if the byte before the word is a CR
	for b = b[i:]; len(b) >= swar.WordSize; b = b[swar.WordSize:] {
		w := swar.Load(b)
		cr, lf := swar.LanesExactly(w, '\r'), swar.LanesExactly(w, '\n')
		n += bits.OnesCount64(cr | lf&^(cr<<8|afterCR))
		afterCR = cr >> 56
	}
	for _, c := range b {
		if c == '\r' || c == '\n' && afterCR == 0 {
			n++
		}
		afterCR = 0
		if c == '\r' {
			afterCR = 1
		}
	}
	return n
}

// countPairsGeneric is [CountPairs] in portable Go.
func countPairsGeneric(b []byte) int {
	n := 0
	for ; len(b) >= swar.WordSize; b = b[swar.WordSize:] {
		w := swar.Load(b)
		n += bits.OnesCount64(w & (w << 1) & (w << 2) & (w << 3) & swar.HighBits)
	}
	for _, c := range b {
		if c >= 0xF0 {
			n++
		}
	}
	return n
}
