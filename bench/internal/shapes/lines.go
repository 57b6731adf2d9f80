package shapes

import (
	"fmt"
	"math/rand/v2"
	"unicode/utf8"
)

// oneByteRecords returns lines of one digit.
func oneByteRecords(r *rand.Rand, size int) []byte {
	b := make([]byte, 0, size)
	for len(b)+2 <= size {
		b = append(b, byte('0'+r.IntN(10)), '\n')
	}
	return b
}

// longLines returns records that are arrays of plain records and have about the given length, or
// half of the size if that is less.
func longLines(length int) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		d, b := plain(), make([]byte, 0, size+1024)
		for len(b) == 0 || len(b) < size-100 {
			begin, length := len(b), min(length, size/2)
			b = d.append(append(b, '['), r)
			for len(b)-begin < length-100 {
				b = d.append(append(b, d.comma...), r)
			}
			b = append(b, "]\n"...)
		}
		return b
	}
}

// invalidLines returns plain records, one per line, of which one in n, beginning with
// the first, has no closing brace.
func invalidLines(n int) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		d, b := plain(), make([]byte, 0, size+1024)
		for i := 0; len(b) == 0 || len(b) < size-100; i++ {
			b = d.append(b, r)
			if i%n == 0 {
				b = b[:len(b)-1]
			}
			b = append(b, '\n')
		}
		return b
	}
}

// randomBytes returns bytes of any value.
func randomBytes(r *rand.Rand, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// badByteIn returns ASCII text in which one byte in n is FF.
func badByteIn(n int) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := exactly(words(ascii))(r, size)
		for i := r.IntN(min(n, size)); i < size; i += n {
			b[i] = 0xFF
		}
		return b
	}
}

// badByteAtEnd returns ASCII text that ends with the first byte of a character.
func badByteAtEnd(r *rand.Rand, size int) []byte {
	b := exactly(words(ascii))(r, size)
	b[size-1] = 0xC3
	return b
}

// windows1251 returns Russian text in the windows-1251 encoding.
func windows1251(r *rand.Rand, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = ' '
		if r.IntN(6) > 0 {
			b[i] = byte(0xE0 + r.IntN(32))
		}
	}
	return b
}

// oneCharacterIn returns text in which one character in n is one of the characters in special.
func oneCharacterIn(n int, special string) fragment {
	next := mostly(n, oneOf(special))
	return func(b []byte, r *rand.Rand) []byte { return utf8.AppendRune(b, next(r)) }
}

// uuid and the fragments below append strings that are common in practice.
func uuid(b []byte, r *rand.Rand) []byte {
	return fmt.Appendf(b, "%08x-%04x-%04x-%04x-%012x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<16), r.IntN(1<<16), r.Int64N(1<<48))
}

func base64(b []byte, r *rand.Rand) []byte {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for range 4 * (10 + r.IntN(20)) {
		b = append(b, alphabet[r.IntN(64)])
	}
	return append(b, "=="...)
}

func date(b []byte, r *rand.Rand) []byte {
	return fmt.Appendf(b, "20%02d-%02d-%02dT%02d:%02d:%02d.%03dZ", r.IntN(100), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1000))
}

func address(b []byte, r *rand.Rand) []byte {
	b = joined("/", word(ascii))(append(b, "https://example.com/"...), r)
	return fmt.Appendf(b, "?q=%d&page=%d#top", r.IntN(1e6), r.IntN(100))
}

func logLine(b []byte, r *rand.Rand) []byte {
	b = append(date(b, r), ` WARN C:\\app\\`...)
	b = words(ascii)(append(word(ascii)(b, r), `.go: \"`...), r)
	return fmt.Appendf(b, `\" took %d ms\n\tat main (line %d)`, r.IntN(1000), r.IntN(1000))
}
