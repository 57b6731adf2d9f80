package records

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// lineEnds finds the newlines of a text one after the other. It searches several bytes at a time.
type lineEnds struct {
	found uint64 // has bit 7 of each byte set that is one of the newlines that pop has not returned yet
	at    int    // offset in the text of the bytes that found is about
	next  int    // offset of the text that has not been searched
}

// pop removes the first newline from found, and returns its offset in the text.
func (e *lineEnds) pop() int {
	i := e.at + bits.TrailingZeros64(e.found)/8
	e.found &= e.found - 1
	return i
}

// search sets found, which must be 0, to the next newlines of the text b. The end of b counts as a
// newline.
func (e *lineEnds) search(b []byte) {
	const word = 8
	if rest := b[e.next:]; len(rest) >= word {
		e.found, e.at = newlinesIn(binary.LittleEndian.Uint64(rest)), e.next
		e.next += word
		if e.found != 0 {
			return
		}
	}
	i := bytes.IndexByte(b[e.next:], '\n')
	if i < 0 {
		i = len(b) - e.next
	}
	e.found, e.at, e.next = 1<<7, e.next+i, e.next+i+1
}

// newlinesIn returns a word that has bit 7 set in each byte in which w has a newline.
func newlinesIn(w uint64) uint64 {
	const newlines, low = 0x0A0A0A0A0A0A0A0A, 0x7F7F7F7F7F7F7F7F
	w ^= newlines
	return ^((w&low + low) | w | low)
}
