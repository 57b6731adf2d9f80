package search

import (
	"bytes"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// findSignsGeneric is [FindSigns] in portable Go, one word at a time. It ignores bytes of b that
// FindSigns does not look at.
func findSignsGeneric(b []byte) (s Signs) {
	for unit := range (min(len(b), SignWindow) + SignUnit - 1) / SignUnit {
		part := b[unit*SignUnit:]
		s.add(unitSigns(part[:min(len(part), SignUnit+signLength-1)]), unit)
	}
	return s
}

// unitSigns returns the signs of one unit in the lowest bits. b is the unit and the bytes after it
// that may belong to its signs.
func unitSigns(b []byte) (s Signs) {
	end := min(len(b), SignUnit)
	var all, next7F uint64
	i := 0
	for ; i < end && i+swar.WordSize+signLength-1 <= len(b); i += swar.WordSize {
		x, next := swar.Load(b[i:]), swar.Load(b[i+1:])
		all |= x
		next7F |= x + swar.EachByte // no addition carries into another byte if all bytes are less than 0x80
		if swar.LanesEqual(x, '\\') != 0 && swar.LanesExactly(x, '\\')&swar.LanesExactly(next, 'u') != 0 {
			s.Escapes = 1
		}
		if maybe := digitLike(x) & swar.LanesEqual(next|0x20*swar.EachByte, 'e'); maybe != 0 {
			s.Exponents |= exponents(b[i:], x, next)
		}
	}
	s.NonASCII = oneIf(all&swar.HighBits != 0)
	s.Deletes = oneIf((all|next7F)&swar.HighBits != 0 && bytes.IndexByte(b[:i], 0x7F) >= 0)
	for ; i < end; i++ {
		s.NonASCII |= oneIf(b[i] >= 0x80)
		s.Deletes |= oneIf(b[i] == 0x7F)
		s.Escapes |= oneIf(b[i] == '\\' && i+1 < len(b) && b[i+1] == 'u')
		s.Exponents |= oneIf(beginsExponent(b[i:]))
	}
	for j := 0; j < end; j += 128 {
		s.Digits = s.Digits || beginsDigits(b[j:end])
	}
	return s
}

// exponents returns 1 if an exponent begins after a digit in the word x, which is the start of b. next
// is the word after the first byte of b.
func exponents(b []byte, x, next uint64) uint64 {
	for maybe := digitLike(x) & swar.LanesExactly(next|0x20*swar.EachByte, 'e'); maybe != 0; maybe &= maybe - 1 {
		if beginsExponent(b[bits.TrailingZeros64(maybe)/8:]) {
			return 1
		}
	}
	return 0
}

func oneIf(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}

// digitLike returns the top bits of the lanes that hold 0x30 to 0x3F, which include all digits.
func digitLike(w uint64) uint64 {
	x := w ^ '0'*swar.EachByte
	return ^(x | x<<1 | x<<2 | x<<3) & swar.HighBits
}

// beginsExponent reports whether b might begin with a digit and an exponent of at least two digits.
func beginsExponent(b []byte) bool {
	return len(b) >= signLength && isDigit(b[0]) && b[1]|0x20 == 'e' && isDigit(b[4])
}

// beginsDigits reports whether b begins with many digits.
func beginsDigits(b []byte) bool {
	const many = 64
	for i := range min(many, len(b)) {
		if !isDigit(b[i]) {
			return false
		}
	}
	return len(b) >= many
}

func isDigit(c byte) bool { return c-'0' < 10 }
