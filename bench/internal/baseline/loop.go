package baseline

// Loop has one branch for each length of a sequence, as the validator of Fuchsia does. A branch
// checks all continuation bytes at once, and then only the limits of code points of that length.
func Loop(b []byte) bool {
	for i := 0; i < len(b); {
		rest := b[i:]
		switch lead := rest[0]; {
		case lead < 0x80:
			i++
		case lead>>5 == 0b110:
			if len(rest) < 2 || !continues(rest[1]) || lead < 0xC2 {
				return false
			}
			i += 2
		case lead>>4 == 0b1110:
			if len(rest) < 3 || !continues(rest[1]) || !continues(rest[2]) {
				return false
			}
			if c := uint32(lead&0x0F)<<12 | low(rest[1])<<6; c < 0x800 || c >= 0xD800 && c <= 0xDFFF {
				return false
			}
			i += 3
		case lead>>3 == 0b11110:
			if len(rest) < 4 || !continues(rest[1]) || !continues(rest[2]) || !continues(rest[3]) {
				return false
			}
			if c := uint32(lead&0x07)<<18 | low(rest[1])<<12; c < 0x10000 || c > 0x10FFFF {
				return false
			}
			i += 4
		default:
			return false
		}
	}
	return true
}
