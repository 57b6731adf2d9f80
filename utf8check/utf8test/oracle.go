package utf8test

import "github.com/assayjson/assay/internal/testing/longtest"

// Decode is the "UTF-8 decoder" of the WHATWG Encoding standard, step by step, with error mode
// "replacement". It returns the code points, and for each of them whether it is a U+FFFD that
// replaces an error.
func Decode(b []byte) (points []rune, bad []bool) {
	var point rune
	var seen, needed int
	lower, upper := byte(0x80), byte(0xBF)
	emit := func(r rune, isError bool) {
		points = append(points, r)
		bad = append(bad, isError)
	}
	for i := 0; ; i++ {
		if i >= len(b) {
			if needed != 0 {
				emit(0xFFFD, true)
			}
			return points, bad
		}
		c := b[i]
		if needed == 0 {
			switch {
			case c <= 0x7F:
				emit(rune(c), false)
			case 0xC2 <= c && c <= 0xDF:
				needed, point = 1, rune(c&0x1F)
			case 0xE0 <= c && c <= 0xEF:
				if c == 0xE0 {
					lower = 0xA0
				}
				if c == 0xED {
					upper = 0x9F
				}
				needed, point = 2, rune(c&0xF)
			case 0xF0 <= c && c <= 0xF4:
				if c == 0xF0 {
					lower = 0x90
				}
				if c == 0xF4 {
					upper = 0x8F
				}
				needed, point = 3, rune(c&0x7)
			default:
				emit(0xFFFD, true)
			}
			continue
		}
		if c < lower || c > upper {
			point, needed, seen = 0, 0, 0
			lower, upper = 0x80, 0xBF
			emit(0xFFFD, true)
			i-- // "restore byte to ioQueue"
			continue
		}
		lower, upper = 0x80, 0xBF
		point = point<<6 | rune(c&0x3F)
		seen++
		if seen == needed {
			emit(point, false)
			point, needed, seen = 0, 0, 0
		}
	}
}

// Replace returns the result of JavaScript's TextDecoder for b.
func Replace(b []byte) string {
	points, _ := Decode(b)
	return string(points)
}

// Ignore returns the result of Replace without the replacements.
func Ignore(b []byte) string {
	var kept []rune
	points, bad := Decode(b)
	for i, r := range points {
		if !bad[i] {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

// ByteClasses holds a byte of every class that the rules distinguish, or both ends of the class if
// its limits matter: 24 bytes in total.
var ByteClasses = []byte{
	0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
	0xED, 0xEE, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
}

// EachString calls f with each of the 346,200 strings of 1 to 4 bytes over ByteClasses, and returns
// their number. With -short, f is called with one in 7 of the strings of 4 bytes. f must not retain its
// argument.
func EachString(f func(b []byte)) (count int) {
	every := longtest.OneIn(7)
	k := len(ByteClasses)
	buf := make([]byte, 4)
	for n, total := 1, k; n <= 4; n, total = n+1, total*k {
		for code := range total {
			for i, c := 0, code; i < n; i, c = i+1, c/k {
				buf[i] = ByteClasses[c%k]
			}
			if count++; n < 4 || code%every == 0 {
				f(buf[:n])
			}
		}
	}
	return count
}
