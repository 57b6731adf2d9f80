package utf8check

import "fmt"

// fssutfRows describes the sequences of the encoding of 1992, one row for each length. RFC 2279,
// section 2, has the same table; RFC 3629 later limited it to U+10FFFF.
var fssutfRows = [...]struct {
	leadMask, leadBits byte   // a byte c leads a sequence of this length if c&leadMask == leadBits
	max                uint32 // the largest number that a sequence of this length can represent
}{
	{0b1000_0000, 0b0000_0000, 1<<7 - 1},
	{0b1110_0000, 0b1100_0000, 1<<11 - 1},
	{0b1111_0000, 0b1110_0000, 1<<16 - 1},
	{0b1111_1000, 0b1111_0000, 1<<21 - 1},
	{0b1111_1100, 0b1111_1000, 1<<26 - 1},
	{0b1111_1110, 0b1111_1100, 1<<31 - 1},
}

// MaxFSSUTF is the largest number that the encoding of 1992 can represent.
const MaxFSSUTF = 1<<31 - 1

// DecodeFSSUTF decodes the first sequence of b in Ken Thompson and Rob Pike's encoding of 1992: a
// lead byte and up to five continuation bytes. It returns the number that the sequence stands for,
// and the length of the sequence in bytes. If b does not begin with a complete sequence, n is 0.
//
// Unlike the original decoder, DecodeFSSUTF accepts sequences that are longer than necessary; the
// caller may reject them.
func DecodeFSSUTF(b []byte) (value uint32, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	for i, row := range fssutfRows {
		if b[0]&row.leadMask != row.leadBits {
			continue
		}
		n = i + 1
		if n > len(b) {
			return 0, 0
		}
		value = uint32(b[0] &^ row.leadMask)
		for _, c := range b[1:n] {
			if !isContinuation(c) {
				return 0, 0
			}
			value = value<<6 | uint32(c&0x3F)
		}
		return value, n
	}
	return 0, 0
}

// AppendFSSUTF appends the shortest sequence for value in the encoding of 1992 to dst, and returns
// the extended buffer. If value is above [MaxFSSUTF], it returns dst unchanged and an error.
func AppendFSSUTF(dst []byte, value uint32) ([]byte, error) {
	if value > MaxFSSUTF {
		return dst, fmt.Errorf("utf8check: 0x%X has more than 31 bits", value)
	}
	n := sizeFSSUTF(value)
	shift := 6 * (n - 1)
	dst = append(dst, fssutfRows[n-1].leadBits|byte(value>>shift))
	for shift > 0 {
		shift -= 6
		dst = append(dst, 0x80|byte(value>>shift)&0x3F)
	}
	return dst, nil
}

// sizeFSSUTF returns the length of the shortest sequence for value, which must be at most
// MaxFSSUTF.
func sizeFSSUTF(value uint32) int {
	n := 1
	for value > fssutfRows[n-1].max {
		n++
	}
	return n
}
