package input

// RawSize is how many bytes stand for a byte that is not valid in its encoding. They are not valid UTF-8, whatever is around them.
const RawSize = 3

// RawMark is the first of them. No other bytes of a text have this value.
const RawMark = 0xFF

// putRaw writes what stands for the byte c to b.
func putRaw(b []byte, c byte) { b[0], b[1], b[2] = RawMark, 0x80|c>>4, 0x80|c&15 }

// Raw returns the length of the text before the first bytes that are not valid in the encoding, and these bytes. They take [RawSize] bytes each. The
// text must not end in the middle of them.
func Raw(text []byte) (before int, raw []byte) {
	for before < len(text) && text[before] != RawMark {
		before++
	}
	for i := before; i < len(text) && text[i] == RawMark; i += RawSize {
		raw = append(raw, text[i+1]<<4|text[i+2]&15)
	}
	return before, raw
}

// RawCut returns how many bytes at the end of text are the beginning of what stands for a byte.
func RawCut(text []byte) int {
	for n := 1; n < RawSize && n <= len(text); n++ {
		if text[len(text)-n] == RawMark {
			return n
		}
	}
	return 0
}
