package dialect

import (
	"bytes"
	"math"
	"strconv"

	"github.com/assayjson/assay/internal/syntax"
)

// number passes a number of JSON5, and what is wrong with it.
func (l *Lexer) number() {
	begin := l.pos
	n, ok := numberLen(l.src[begin:])
	l.pos += n
	if ok && (l.pos == len(l.src) || !isWordByte(l.src[l.pos])) {
		return
	}
	l.failJSON5(BadNumber, begin, l.pos, min(1, len(l.src)-l.pos))
	for l.pos < len(l.src) && isWordByte(l.src[l.pos]) {
		l.pos++
	}
}

// numberLen returns how much of b is the beginning of a number of JSON5 (section 6), and
// whether that is one. What may follow a number is another matter.
func numberLen(b []byte) (n int, ok bool) {
	if b[0] == '+' || b[0] == '-' {
		n++
	}
	for _, word := range []string{"Infinity", "NaN"} {
		if bytes.HasPrefix(b[n:], []byte(word)) {
			return n + len(word), true
		}
	}
	if isHexNumber(b[n:]) {
		digits := spanLen(b[n+2:], syntax.IsHex)
		return n + 2 + digits, digits > 0
	}
	return decimalLen(b, n)
}

func isHexNumber(b []byte) bool { return len(b) > 1 && b[0] == '0' && b[1]|0x20 == 'x' }

// decimalLen is numberLen for a decimal number whose first n bytes are its sign.
func decimalLen(b []byte, n int) (int, bool) {
	whole := spanLen(b[n:], syntax.IsDigit)
	if whole > 1 && b[n] == '0' {
		return n, false // the zeros are what is too much
	}
	n += whole
	fraction := 0
	if n < len(b) && b[n] == '.' {
		fraction = spanLen(b[n+1:], syntax.IsDigit)
		n += 1 + fraction
	}
	if whole+fraction == 0 {
		return n, false
	}
	if n == len(b) || b[n]|0x20 != 'e' {
		return n, true
	}
	n++
	if n < len(b) && (b[n] == '+' || b[n] == '-') {
		n++
	}
	exponent := spanLen(b[n:], syntax.IsDigit)
	return n + exponent, exponent > 0
}

// spanLen returns how many bytes at the beginning of b are of a class.
func spanLen(b []byte, is func(byte) bool) (n int) {
	for n < len(b) && is(b[n]) {
		n++
	}
	return n
}

// specialOf returns "NaN", "Infinity" or "-Infinity" if that is what a number of JSON5 is,
// or "".
func specialOf(raw []byte) string {
	switch string(bytes.TrimPrefix(raw, []byte("+"))) {
	case "NaN", "-NaN":
		return "NaN"
	case "Infinity":
		return "Infinity"
	case "-Infinity":
		return "-Infinity"
	}
	return ""
}

// appendNumber appends raw, a number of JSON5, as JSON writes it. NaN and infinities are 0.
func appendNumber(dst, raw []byte) []byte {
	if specialOf(raw) != "" {
		return append(dst, '0')
	}
	switch raw[0] {
	case '-':
		dst, raw = append(dst, '-'), raw[1:]
	case '+':
		raw = raw[1:]
	}
	if isHexNumber(raw) {
		return appendHex(dst, raw)
	}
	whole, fraction, hasPoint := bytes.Cut(raw, []byte{'.'})
	if len(whole) == 0 {
		whole = []byte{'0'}
	}
	dst = append(dst, whole...)
	if hasPoint && len(fraction) > 0 && syntax.IsDigit(fraction[0]) {
		dst = append(dst, '.')
	}
	return append(dst, fraction...)
}

// appendHex appends raw, which begins with 0x, in decimal: as it is if it has up to 64 bits,
// otherwise as the binary64 that is nearest, which takes time linear in its length.
func appendHex(dst, raw []byte) []byte {
	digits := string(bytes.TrimLeft(raw[2:], "0"))
	if len(digits) <= 16 {
		n, _ := strconv.ParseUint("0"+digits, 16, 64)
		return strconv.AppendUint(dst, n, 10)
	}
	f, _ := strconv.ParseFloat("0x"+digits+"p0", 64)
	if math.IsInf(f, 0) {
		return append(dst, "1e999"...)
	}
	return strconv.AppendFloat(dst, f, 'e', -1, 64)
}
