package utf8simd

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// UTF8State is a state of the portable validator. The zero state is at the beginning.
//
// The portable validator is a finite automaton with nine states: between characters,
// in error, and within a character with so much to come. A state is a number of bits,
// and the entry of a byte holds, at the place that a state names, the state that comes
// next. So a step is a shift, whatever the bytes are, and there is no branch to be
// guessed wrong (Per Vognsen, "Shift-based DFAs", 2022). Bits above the state are left
// from other entries; shifts ignore them.
type State uint64

// After returns the state after the byte b.
func (s State) After(b byte) State { return transitions[b] >> (s & 63) }

// Complete reports whether all bytes so far are well-formed UTF-8 that does not end
// within a character.
func (s State) Complete() bool { return s&stateMask == between }

const (
	between   State = iota * stateBits
	failed          // and stays so
	tail1           // one continuation is to come
	tail2           // two are
	tail3           // three are
	afterE0         // two are, the first in A0-BF: below is overlong
	afterED         // two are, the first in 80-9F: above are surrogates
	afterF0         // three are, the first in 90-BF: below is overlong
	afterF4         // three are, the first in 80-8F: above is beyond U+10FFFF
	lastState = afterF4
)

const (
	stateBits = 6
	stateMask = 1<<stateBits - 1
)

// transitions has table 3-7 of the Unicode standard (well-formed UTF-8 byte sequences)
// as the entries of the automaton.
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

// afterWord returns the state after the eight bytes of w, the lowest first.
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

// validUTF8Generic is [Valid] in portable Go: ASCII by words, four at a time where
// there are so many, and words that hold anything else through the automaton.
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
	// The zeros that fill the last word up are ASCII: they leave the state between
	// characters as it is, and find any other wanting.
	w := swar.LoadShort(b)
	return s == between && w&swar.HighBits == 0 || s.afterWord(w).Complete()
}

// fourWordsAreASCII reports whether the first 32 bytes of b are.
func fourWordsAreASCII(b []byte) bool {
	return (swar.Load(b)|swar.Load(b[swar.WordSize:])|swar.Load(b[2*swar.WordSize:])|swar.Load(b[3*swar.WordSize:]))&swar.HighBits == 0
}

// validPrefixGeneric is [ValidPrefix] in portable Go, a byte at a time.
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

// countContinuationsGeneric is [CountContinuations] in portable Go, a word at a time.
func countContinuationsGeneric(b []byte) int {
	n := 0
	for len(b) >= swar.WordSize {
		n += continuationsInWord(swar.Load(b))
		b = b[swar.WordSize:]
	}
	return n + continuationsInWord(swar.LoadShort(b))
}

func continuationsInWord(w uint64) int { return bits.OnesCount64(w &^ (w << 1) & swar.HighBits) }
