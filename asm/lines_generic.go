package asm

import (
	"bytes"
	"math/bits"
)

// countLinesGeneric is [CountLines] in portable Go. The standard library counts LF by
// vectors; CR is rare, and where there is one, words are looked at.
func countLinesGeneric(b []byte) int {
	i := bytes.IndexByte(b, '\r')
	if i < 0 {
		return bytes.Count(b, []byte("\n"))
	}
	n := bytes.Count(b[:i], []byte("\n"))
	var afterCR uint64 // in the lowest lane
	for b = b[i:]; len(b) >= wordSize; b = b[wordSize:] {
		w := loadWord(b)
		cr, lf := lanesExactly(w, '\r'), lanesExactly(w, '\n')
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

// lanesExactly returns the high bits of the lanes that are c, which is below 80.
func lanesExactly(w uint64, c byte) uint64 {
	x := w ^ eachByte*uint64(c)
	const others = highBits - eachByte // 7F in each lane
	return ^(x&others + others | x) & highBits
}

// countPairsGeneric is [CountPairs] in portable Go.
func countPairsGeneric(b []byte) int {
	n := 0
	for ; len(b) >= wordSize; b = b[wordSize:] {
		w := loadWord(b)
		n += bits.OnesCount64(w & (w << 1) & (w << 2) & (w << 3) & highBits)
	}
	for _, c := range b {
		if c >= 0xF0 {
			n++
		}
	}
	return n
}
