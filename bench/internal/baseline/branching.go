package baseline

// Branching decodes each character and checks its code point, as the library UTF8-CPP does: the
// first byte determines the length, each following byte is checked, and then the code point is
// compared with all limits.
func Branching(b []byte) bool {
	for len(b) > 0 {
		n := sequenceLength(b[0])
		if n == 0 || n > len(b) {
			return false
		}
		var c uint32
		ok := true
		switch n {
		case 1:
			c = uint32(b[0])
		case 2:
			c, ok = decode2([2]byte(b))
		case 3:
			c, ok = decode3([3]byte(b))
		default:
			c, ok = decode4([4]byte(b))
		}
		if !ok || !isScalarValue(c) || n != encodedLength(c) {
			return false
		}
		b = b[n:]
	}
	return true
}

// sequenceLength returns the number of bytes that lead announces, or 0 if lead cannot begin a
// sequence.
func sequenceLength(lead byte) int {
	switch {
	case lead < 0x80:
		return 1
	case lead>>5 == 0b110:
		return 2
	case lead>>4 == 0b1110:
		return 3
	case lead>>3 == 0b11110:
		return 4
	}
	return 0
}

// decode2, decode3 and decode4 return the code point of a sequence, or false if one of the bytes after
// the first one is not a continuation byte.

func decode2(b [2]byte) (c uint32, ok bool) {
	return uint32(b[0]&0x1F)<<6 | low(b[1]), continues(b[1])
}

func decode3(b [3]byte) (c uint32, ok bool) {
	return uint32(b[0]&0x0F)<<12 | low(b[1])<<6 | low(b[2]), continues(b[1]) && continues(b[2])
}

func decode4(b [4]byte) (c uint32, ok bool) {
	return uint32(b[0]&0x07)<<18 | low(b[1])<<12 | low(b[2])<<6 | low(b[3]),
		continues(b[1]) && continues(b[2]) && continues(b[3])
}

// low returns the bits of a continuation byte that belong to the code point.
func low(c byte) uint32 { return uint32(c & 0x3F) }

// continues reports whether c is a continuation byte.
func continues(c byte) bool { return c>>6 == 0b10 }

// isScalarValue reports whether c is a code point that is not a surrogate.
func isScalarValue(c uint32) bool { return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF) }

// encodedLength returns the length of the shortest sequence for c. A longer one is overlong.
func encodedLength(c uint32) int {
	switch {
	case c < 0x80:
		return 1
	case c < 0x800:
		return 2
	case c < 0x10000:
		return 3
	}
	return 4
}
