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
	negative bool
}

// mostDigits is the number of significant digits that fit into a uint64, whatever they are.
const mostDigits = 19

// read returns the value of a JSON number. It returns false if the number has too many digits, or
// an exponent of more than four digits.
func read(text string) (d decimal, ok bool) {
	begin := 0
	if text[0] == '-' {
		d.negative, begin = true, 1
	}
	digits, i := readShort(text, begin)
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

// powers are the powers of ten from 10^0 to 10^7.
var powers = [8]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// countDigits returns the number of digits before the first byte that is not a digit. The first
// byte is the lowest one of the word.
func countDigits(word uint64) uint { return uint(bits.TrailingZeros64(otherBytes(word))) / 8 }

// otherBytes returns a word that has the top bit set of the first byte that is not a digit, and perhaps
// of later bytes. It is 0 if all bytes are digits.
func otherBytes(word uint64) uint64 {
	// A digit without the bits of '0' is at most 9. Adding 0x76 to any other byte sets its top bit,
	// unless that bit has been set already. A carry only changes bytes after the first such byte.
	word ^= 0x3030303030303030
	return (word + 0x7676767676767676 | word) & 0x8080808080808080
}

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
