package utf8simd

import (
	"math/bits"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/internal/swar"
)

// State is a state of the portable validator. The zero State is the initial one.
//
// The portable validator is a finite automaton with nine states: between characters, failed, and
// seven within a character, which differ in the bytes that may follow. A state is a shift count.
// The table entry of a byte holds the successors of all states. The successor of a state is at the
// bit position given by that state. A step is thus a single shift, with no branch to mispredict
// (Per Vognsen, "Shift-based DFAs", 2022). Bits above a state are left over from other states of
// the entry; they do not matter because shifts ignore them.
type State uint64

// After returns the state that follows s after the byte b.
func (s State) After(b byte) State { return transitions[b] >> (s & 63) }

// Complete reports whether the bytes so far are well-formed UTF-8 and do not end within a
// character.
func (s State) Complete() bool { return s&stateMask == between }

const (
	between   State = iota * stateBits
	failed          // final
	tail1           // one continuation must follow
	tail2           // two must follow
	tail3           // three must follow
	afterE0         // two must follow; the first must be A0-BF, because 80-9F would be overlong
	afterED         // two must follow; the first must be 80-9F, because A0-BF would be a surrogate
	afterF0         // three must follow; the first must be 90-BF, because 80-8F would be overlong
	afterF4         // three must follow; the first must be 80-8F, because 90-BF would be above U+10FFFF
	lastState = afterF4
)

const (
	stateBits = 6
	stateMask = 1<<stateBits - 1
)

// transitions holds table 3-7 of the Unicode standard (well-formed UTF-8 byte sequences) as entries
// of the automaton.
var transitions = func() (table [256]State) {
	for b := range table {
		for from := between; from <= lastState; from += stateBits {
			table[b] |= failed << from
		}
	}
	on := func(from State, low, high int, to State) {
		for b := low; b <= high; b++ {
			table[b] = table[b]&^(stateMask<<from) | to<<from
		}
	}
	on(between, 0x00, 0x7F, between)
	on(between, 0xC2, 0xDF, tail1)
	on(between, 0xE0, 0xE0, afterE0)
	on(between, 0xE1, 0xEC, tail2)
	on(between, 0xED, 0xED, afterED)
	on(between, 0xEE, 0xEF, tail2)
	on(between, 0xF0, 0xF0, afterF0)
	on(between, 0xF1, 0xF3, tail3)
	on(between, 0xF4, 0xF4, afterF4)
	on(tail1, 0x80, 0xBF, between)
	on(tail2, 0x80, 0xBF, tail1)
	on(tail3, 0x80, 0xBF, tail2)
	on(afterE0, 0xA0, 0xBF, tail1)
	on(afterED, 0x80, 0x9F, tail1)
	on(afterF0, 0x90, 0xBF, tail2)
	on(afterF4, 0x80, 0x8F, tail2)
	return table
}()

// afterWord returns the state that follows s after the eight bytes of w, the lowest byte first.
func (s State) afterWord(w uint64) State {
	s = s.After(byte(w))
	s = s.After(byte(w >> 8))
	s = s.After(byte(w >> 16))
	s = s.After(byte(w >> 24))
	s = s.After(byte(w >> 32))
	s = s.After(byte(w >> 40))
	s = s.After(byte(w >> 48))
	return s.After(byte(w >> 56))
}

// validUTF8Generic is [Valid] in portable Go. It skips ASCII by words, four at a time if possible,
// and runs the automaton on words that contain anything else.
func validUTF8Generic(b []byte) bool {
	s := between
	for len(b) >= swar.WordSize {
		w := swar.Load(b)
		if s == between && w&swar.HighBits == 0 {
			b = b[swar.WordSize:]
			for len(b) >= 4*swar.WordSize && fourWordsAreASCII(b) {
				b = b[4*swar.WordSize:]
			}
			continue
		}
		s = s.afterWord(w) & stateMask
		if s == failed {
			return false
		}
		b = b[swar.WordSize:]
	}
	// LoadShort pads the last word with zeros, which are ASCII. They leave the state called between
	// unchanged, and turn any other state into failed.
	w := swar.LoadShort(b)
	return s == between && w&swar.HighBits == 0 || s.afterWord(w).Complete()
}

// fourWordsAreASCII reports whether the first 32 bytes of b are ASCII.
func fourWordsAreASCII(b []byte) bool {
	return (swar.Load(b)|swar.Load(b[swar.WordSize:])|swar.Load(b[2*swar.WordSize:])|swar.Load(b[3*swar.WordSize:]))&swar.HighBits == 0
}

// validPrefixGeneric is [ValidPrefix] in portable Go, one byte at a time.
func validPrefixGeneric(b []byte) int {
	s, valid := between, 0
	for i, c := range b {
		s = s.After(c)
		switch s & stateMask {
		case between:
			valid = i + 1
		case failed:
			return valid
		}
	}
	return valid
}

func isASCIIGeneric(b []byte) bool {
	for len(b) >= 4*swar.WordSize {
		if !fourWordsAreASCII(b) {
			return false
		}
		b = b[4*swar.WordSize:]
	}
	for len(b) >= swar.WordSize {
		if swar.Load(b)&swar.HighBits != 0 {
			return false
		}
		b = b[swar.WordSize:]
	}
	return swar.LoadShort(b)&swar.HighBits == 0
}

// countContinuationsGeneric is [CountContinuations] in portable Go, one word at a time.
func countContinuationsGeneric(b []byte) int {
	n := 0
	for len(b) >= swar.WordSize {
		n += continuationsInWord(swar.Load(b))
		b = b[swar.WordSize:]
	}
	return n + continuationsInWord(swar.LoadShort(b))
}

// countTailsGeneric is [countTails] in portable Go. At the start of b, it does not count tails of a
// character that begins before b.
func countTailsGeneric(b []byte) int { return len(b) - utf8.RuneCount(b) }

func continuationsInWord(w uint64) int { return bits.OnesCount64(w &^ (w << 1) & swar.HighBits) }
