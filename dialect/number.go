package dialect

import (
	"bytes"
	"math"
	"strconv"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// isWordByte reports whether c can be part of a number or literal, or of something meant to be one.
func isWordByte(c byte) bool {
	return syntax.IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.' || c == '_' || c == '$'
}

// numberLen returns how many bytes at the start of b can be part of a JSON5 number (section 6), and
// whether they form a valid number. It does not check what follows them.
func numberLen(b []byte) (n int, ok bool) {
	if b[0] == '+' || b[0] == '-' {
		n++
	}
	if n < len(b) && !syntax.IsDigit(b[n]) {
		for _, word := range []string{"Infinity", "NaN"} {
			if bytes.HasPrefix(b[n:], []byte(word)) {
				return n + len(word), true
			}
		}
	}
	if isHexNumber(b[n:]) {
		digits := n + 2
		for n = digits; n < len(b) && hexValues[b[n]] >= 0; {
			n++
		}
		return n, n > digits
	}
	return decimalLen(b, n)
}

func isHexNumber(b []byte) bool { return len(b) > 1 && b[0] == '0' && b[1]|0x20 == 'x' }

// decimalLen is like numberLen, for a decimal number after a sign of n bytes.
func decimalLen(b []byte, n int) (int, bool) {
	whole := syntax.Digits(b[n:])
	if whole > 1 && b[n] == '0' {
		return n, false // the leading zeros are the error
	}
	n += whole
	fraction := 0
	if n < len(b) && b[n] == '.' {
		fraction = syntax.Digits(b[n+1:])
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
	exponent := syntax.Digits(b[n:])
	return n + exponent, exponent > 0
}

// specialOf returns "NaN", "Infinity" or "-Infinity" if raw is that number in JSON5, and ""
// otherwise.
func specialOf(raw []byte) string {
	if syntax.IsDigit(raw[len(raw)-1]) {
		return ""
	}
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

// appendNumber appends the JSON5 number raw in JSON form, and returns the extended buffer. NaN and
// infinities become 0.
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

// appendHex converts raw, a number that starts with 0x, to decimal, appends the result, and returns
// the extended buffer. A number of at most 64 bits is exact. Any other number becomes the nearest
// binary64 number. appendHex takes time linear in the length of raw.
func appendHex(dst, raw []byte) []byte {
	digits := bytes.TrimLeft(raw[2:], "0")
	if len(digits) <= 16 {
		n := uint64(0)
		for _, c := range digits {
			n = n<<4 | uint64(hexValues[c])
		}
		return strconv.AppendUint(dst, n, 10)
	}
	f, _ := strconv.ParseFloat("0x"+string(digits)+"p0", 64)
	if math.IsInf(f, 0) {
		return append(dst, "1e999"...)
	}
	return strconv.AppendFloat(dst, f, 'e', -1, 64)
}
