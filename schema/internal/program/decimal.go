package program

import (
	"cmp"
	"strconv"
	"strings"
)

// A decimal is a number exactly as it is written: 0.D times 10 to the power of exponent. D consists
// of the digits in whole and then those in fraction, and neither begins nor ends with a zero. For
// the number 0, there are no digits.
type decimal struct {
	whole, fraction []byte
	exponent        int
	negative        bool
}

// decimalOf returns the value of a number. Its exponent must fit in an int.
func decimalOf(number []byte) (d decimal) {
	if number[0] == '-' {
		d.negative = true
		number = number[1:]
	}
	for i, c := range number {
		if c|0x20 == 'e' {
			d.exponent, _ = strconv.Atoi(string(number[i+1:]))
			number = number[:i]
			break
		}
	}
	d.whole = number
	for i, c := range number {
		if c == '.' {
			d.whole, d.fraction = number[:i], number[i+1:]
			break
		}
	}
	d.trim()
	return d
}

// trim removes zeros at both ends of the digits, and adjusts the exponent.
func (d *decimal) trim() {
	d.exponent += len(d.whole)
	for len(d.whole) > 0 && d.whole[0] == '0' {
		d.whole = d.whole[1:]
		d.exponent--
	}
	if len(d.whole) == 0 {
		for len(d.fraction) > 0 && d.fraction[0] == '0' {
			d.fraction = d.fraction[1:]
			d.exponent--
		}
	}
	for n := len(d.fraction); n > 0 && d.fraction[n-1] == '0'; n-- {
		d.fraction = d.fraction[:n-1]
	}
	if len(d.fraction) == 0 {
		for n := len(d.whole); n > 0 && d.whole[n-1] == '0'; n-- {
			d.whole = d.whole[:n-1]
		}
	}
	if d.digits() == 0 {
		d.exponent, d.negative = 0, false
	}
}

func (d *decimal) digits() int { return len(d.whole) + len(d.fraction) }

func (d *decimal) digit(i int) byte {
	if i < len(d.whole) {
		return d.whole[i]
	}
	return d.fraction[i-len(d.whole)]
}

func (d *decimal) isInteger() bool { return d.exponent >= d.digits() }

// compareDecimals returns -1, 0 or +1.
func compareDecimals(x, y *decimal) int {
	switch a, b := x.sign(), y.sign(); {
	case a != b:
		return cmp.Compare(a, b)
	case a < 0:
		return compareMagnitudes(y, x)
	default:
		return compareMagnitudes(x, y)
	}
}

func (d *decimal) sign() int {
	switch {
	case d.digits() == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

func compareMagnitudes(x, y *decimal) int {
	if x.exponent != y.exponent {
		return cmp.Compare(x.exponent, y.exponent)
	}
	m, n := x.digits(), y.digits()
	for i := range min(m, n) {
		if a, b := x.digit(i), y.digit(i); a != b {
			return cmp.Compare(a, b)
		}
	}
	return cmp.Compare(m, n)
}

// appendCanonical appends an encoding that is the same for equal numbers, however they are written.
func (d *decimal) appendCanonical(dst []byte) []byte {
	dst = append(dst, 'd')
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(append(dst, d.whole...), d.fraction...)
	dst = strconv.AppendInt(append(dst, 'e'), int64(d.exponent), 10)
	return append(dst, ';')
}

// String returns the number, without an exponent unless the number is very large or small.
func (d *decimal) String() string {
	digits := string(d.whole) + string(d.fraction)
	sign := ""
	if d.negative {
		sign = "-"
	}
	switch zeros := d.exponent - len(digits); {
	case digits == "":
		return "0"
	case zeros > 20 || d.exponent < -20:
		return sign + digits + "e" + strconv.Itoa(zeros)
	case zeros >= 0:
		return sign + digits + strings.Repeat("0", zeros)
	case d.exponent <= 0:
		return sign + "0." + strings.Repeat("0", -d.exponent) + digits
	default:
		return sign + digits[:d.exponent] + "." + digits[d.exponent:]
	}
}

// coefficient returns the digits of d as an integer, followed by the given number of zeros. It
// returns false if the integer has more than 18 digits.
func (d *decimal) coefficient(zeros int) (n uint64, ok bool) {
	if d.digits()+zeros > 18 {
		return 0, false
	}
	for i := range d.digits() {
		n = 10*n + uint64(d.digit(i)-'0')
	}
	for range zeros {
		n *= 10
	}
	return n, true
}

// remainder divides the digits of d, followed by zeros, by n, which has at most 18 digits. It returns
// the remainder.
func (d *decimal) remainder(zeros int, n uint64) (r uint64) {
	for i := range d.digits() {
		r = (10*r + uint64(d.digit(i)-'0')) % n
	}
	for ; zeros > 0 && r > 0; zeros-- {
		r = 10 * r % n
	}
	return r
}

// The engine computes with exact fractions. Even a short number such as 1e999999 would take a
// million digits, so numbers beyond these limits are refused.
const (
	MaxNumber   = 1000 // length in bytes
	MaxExponent = 1000 // largest absolute value of an exponent
)

// IsHuge reports whether a number is beyond the limits.
func IsHuge(number []byte) bool {
	if len(number) > MaxNumber {
		return true
	}
	for i, c := range number {
		if c|0x20 == 'e' {
			if len(number)-i <= len("e+99") {
				return false
			}
			n, err := strconv.Atoi(string(number[i+1:]))
			return err != nil || n < -MaxExponent || n > MaxExponent
		}
	}
	return false
}

// smallInteger returns the value of a number that is written as an integer of at most 18 digits. The
// result length is how many bytes at the start of the number are a minus sign and digits.
func smallInteger(number []byte) (n int64, length int, ok bool) {
	begin := 0
	if number[0] == '-' {
		begin = 1
	}
	for length = begin; length < len(number); length++ {
		c := number[length] - '0'
		if c > 9 || length-begin >= 18 {
			return 0, length, false
		}
		n = 10*n + int64(c)
	}
	if begin > 0 {
		n = -n
	}
	return n, length, true
}
