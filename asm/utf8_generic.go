package asm

// leadRule says what a lead byte asks of the bytes after it. Each sequence has
// its second byte in [low, high] and the others in [80, BF]. A size of 0 marks a
// byte that can begin nothing.
type leadRule struct{ size, low, high uint8 }

// leadRules is table 3-7 of the Unicode standard (well-formed UTF-8 byte
// sequences), by lead byte from 80 on.
var leadRules = func() (rules [0x80]leadRule) {
	set := func(first, last int, r leadRule) {
		for lead := first; lead <= last; lead++ {
			rules[lead-0x80] = r
		}
	}
	set(0xC2, 0xDF, leadRule{2, 0x80, 0xBF})
	set(0xE0, 0xE0, leadRule{3, 0xA0, 0xBF}) // below A0: overlong
	set(0xE1, 0xEC, leadRule{3, 0x80, 0xBF})
	set(0xED, 0xED, leadRule{3, 0x80, 0x9F}) // above 9F: surrogates
	set(0xEE, 0xEF, leadRule{3, 0x80, 0xBF})
	set(0xF0, 0xF0, leadRule{4, 0x90, 0xBF}) // below 90: overlong
	set(0xF1, 0xF3, leadRule{4, 0x80, 0xBF})
	set(0xF4, 0xF4, leadRule{4, 0x80, 0x8F}) // above 8F: beyond U+10FFFF
	return rules
}()

// validUTF8Generic is [ValidUTF8] in portable Go: ASCII a word at a time, other
// characters by the rule of their lead byte.
func validUTF8Generic(b []byte) bool {
	i := 0
	for i < len(b) {
		if b[i] < 0x80 {
			i += asciiLen(b[i:])
			continue
		}
		r := leadRules[b[i]-0x80]
		if r.size == 0 || int(r.size) > len(b)-i || b[i+1] < r.low || b[i+1] > r.high {
			return false
		}
		for _, c := range b[i+2 : i+int(r.size)] {
			if c&0xC0 != 0x80 {
				return false
			}
		}
		i += int(r.size)
	}
	return true
}

// asciiLen returns the length of the longest prefix of b that is ASCII.
func asciiLen(b []byte) int {
	i := 0
	for len(b)-i >= wordSize && loadWord(b[i:])&highBits == 0 {
		i += wordSize
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}
