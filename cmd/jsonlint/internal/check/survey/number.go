package survey

import (
	"bytes"
	"strconv"
)

// mostZeros is how many digits a number may get when it is written without its exponent.
const mostZeros = 400

// plain returns a number without an exponent, and without zeros at the end of a fraction, so that numbers with the same value have
// the same text. Only an exponent that is very large stays. The result may be in memory, which is used again. The type is that of the number as
// it is written.
func plain(raw []byte, memory *[]byte) ([]byte, Type) {
	kind := Integer
	for i, c := range raw {
		switch {
		case c == '.':
			kind = Number
		case c > '9': // the exponent
			return withoutSign(shifted(raw[:i], raw[i+1:], memory)), Number
		}
	}
	if kind == Number && raw[len(raw)-1] == '0' {
		raw = bytes.TrimSuffix(bytes.TrimRight(raw, "0"), []byte("."))
	}
	return withoutSign(raw), kind
}

// withoutSign returns 0 for -0, which has the same value.
func withoutSign(text []byte) []byte {
	if string(text) == "-0" {
		return text[1:]
	}
	return text
}

// shifted returns a number without an exponent, as plain does. It has the digits of the significand.
func shifted(significand, exponent []byte, memory *[]byte) []byte {
	sign := len(significand) - len(bytes.TrimPrefix(significand, []byte("-")))
	whole, fraction, _ := bytes.Cut(significand[sign:], []byte("."))
	digits := bytes.TrimLeft(append(bytes.Clone(whole), fraction...), "0")
	power, err := strconv.Atoi(string(exponent))
	power -= len(fraction)
	power += len(digits)
	digits = bytes.TrimRight(digits, "0")
	power -= len(digits)
	b := append((*memory)[:0], significand[:sign]...)
	switch end := len(digits) + power; {
	case len(digits) == 0:
		b = append(b, '0')
	case err != nil: // the exponent is far beyond every other one
		b = append(append(append(b, digits...), 'e'), bytes.TrimLeft(exponent, "+0")...)
	case power < -mostZeros || power > mostZeros:
		b = strconv.AppendInt(append(append(b, digits...), 'e'), int64(power), 10)
	case power >= 0:
		b = append(append(b, digits...), bytes.Repeat([]byte("0"), power)...)
	case end > 0:
		b = append(append(append(b, digits[:end]...), '.'), digits[end:]...)
	default:
		b = append(append(append(b, "0."...), bytes.Repeat([]byte("0"), -end)...), digits...)
	}
	*memory = b
	return b
}
