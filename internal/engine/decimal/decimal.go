package decimal

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// A decimal is the value of a number: digits times ten to the power of exponent.
type decimal struct {
	digits   uint64
	exponent int
	minus    int // 1 if the number is negative, and 0 otherwise
}

// mostDigits is the number of significant digits that fit into a uint64, whatever they are.
const mostDigits = 19

// read returns the value of a JSON number. It returns false if the number has too many digits, or
// an exponent of more than four digits.
func read(text string) (d decimal, ok bool) {
	begin := 0
	if text[0] == '-' { // with nothing else in its body, this compiles to no branch, which would often be mispredicted
		begin = 1
	}
	d.minus = begin
	digits, i := readShort(text, begin)
	if n := len(text) - (i + 1); n > 8 && text[i] == '.' && len(text)-begin-1 <= mostDigits {
		if all, ok := appendFraction(digits, text[i+1:]); ok {
			d.digits, d.exponent = all, -n
			return d, true
		}
	}
	if i == begin+fewDigits {
		digits, i = readDigits(text, i, digits)
	}
	count := i - begin
	if i < len(text) && text[i] == '.' {
		point := i
		digits, i = readDigits(text, point+1, digits)
		d.exponent = point + 1 - i
		count = i - begin - 1
	}
	d.digits = digits
	if count > mostDigits && count-leadingZeros(text[begin:]) > mostDigits {
		return d, false
	}
	return d, i == len(text) || d.readExponent(text[i+1:])
}

// fewDigits is the number of digits that readShort reads. Most integer parts are shorter.
const fewDigits = 4

// readShort reads up to fewDigits digits that begin at text[i] one by one, and returns their value
// and the offset after them. The CPU predicts where they end, and does not wait for a count.
func readShort(text string, i int) (digits uint64, end int) {
	for end = i; end < len(text) && end < i+fewDigits && text[end]-'0' <= 9; end++ {
		digits = digits*10 + uint64(text[end]-'0')
	}
	return digits, end
}

// appendFraction appends a fraction of 9 to mostDigits bytes to the given digits. It returns false if
// the number has an exponent. It splits the last 16 digits into two groups of eight, and loads both at
// once. If there are fewer digits, the groups overlap.
func appendFraction(digits uint64, text string) (all uint64, ok bool) {
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	last := binary.LittleEndian.Uint64(b[len(b)-8:])
	if otherBytes(last) != 0 { // usually, the exponent is among the last bytes
		return 0, false
	}
	for ; len(b) > 16; b = b[1:] {
		if b[0]-'0' > 9 {
			return 0, false
		}
		digits = digits*10 + uint64(b[0]-'0')
	}
	n := len(b)
	first := binary.LittleEndian.Uint64(b)
	fraction := eightDigits(first<<(8*uint(16-n)))*1e8 + eightDigits(last)
	return digits*powers[n] + fraction, otherBytes(first) == 0
}

// leadingZeros returns the number of zeros before the first other digit of a number without a sign.
func leadingZeros(text string) int {
	zeros := 0
	for i := 0; i < len(text) && (text[i] == '0' || text[i] == '.'); i++ {
		if text[i] == '0' {
			zeros++
		}
	}
	return zeros
}

// readDigits appends the digits that begin at text[i] to the given digits. It returns the result,
// which is meaningful if there are at most mostDigits digits, not counting leading zeros, and the
// offset after the digits.
func readDigits(text string, i int, digits uint64) (uint64, int) {
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	for ; len(b)-i >= 8; i += 8 {
		word := binary.LittleEndian.Uint64(b[i:])
		n := countDigits(word)
		if n < 8 {
			return appendDigits(digits, word, n), i + int(n)
		}
		digits = digits*1e8 + eightDigits(word)
	}
	if len(b) >= 8 && i < len(b) {
		word := binary.LittleEndian.Uint64(b[len(b)-8:]) >> (8 * uint(i-(len(b)-8)) & 63) // zeros after the text, which are not digits
		n := countDigits(word)
		return appendDigits(digits, word, n), i + int(n)
	}
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		digits = digits*10 + uint64(b[i]-'0')
	}
	return digits, i
}

// appendDigits appends the first n digits of a word, fewer than eight.
func appendDigits(digits, word uint64, n uint) uint64 {
	return digits*powers[n&7] + eightDigits(word<<(8*(7-n)&63)<<8) // zeros before the digits
}

// powers are the powers of ten that fit into a uint64.
var powers = [mostDigits + 1]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// countDigits returns the number of digits before the first byte that is not a digit. The first
// byte is the lowest one of the word.
func countDigits(word uint64) uint { return uint(bits.TrailingZeros64(otherBytes(word))) / 8 }

// otherBytes returns a word that has a bit set for each byte that is not a digit. All digits have that bit,
// and all other bytes of a JSON number, which are signs, points and letters, do not have it. Nor do
// the zeros after a text.
func otherBytes(word uint64) uint64 { return ^word & 0x1010101010101010 }

// eightDigits returns the value of eight digits, the first of which is the lowest byte of the word.
// Zero bytes count as the digit 0. Pairs of digits are added up in three multiplications (Lemire,
// "Number Parsing at a Gigabyte per Second", 2021), each of which multiplies the first element of a
// pair by a power of ten, and moves the second one to its place.
func eightDigits(word uint64) uint64 {
	word = (word & 0x0F0F0F0F0F0F0F0F) * (10<<8 + 1) >> 8
	word = (word & 0x00FF00FF00FF00FF) * (100<<16 + 1) >> 16
	return (word & 0x0000FFFF0000FFFF) * (10000<<32 + 1) >> 32
}

// readExponent adds an exponent, which is written without its letter. It returns false if the
// exponent has more than four digits.
func (d *decimal) readExponent(text string) bool {
	negative := text[0] == '-'
	if negative || text[0] == '+' {
		text = text[1:]
	}
	if len(text) > 4 {
		return false
	}
	e := 0
	for i := range len(text) {
		e = e*10 + int(text[i]-'0')
	}
	if negative {
		e = -e
	}
	d.exponent += e
	return true
}
