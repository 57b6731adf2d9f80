package dialect

import (
	"bytes"
	"strings"
	"testing"
)

// lineLenNaive is the oracle for Lexer.lineLen.
func lineLenNaive(b []byte, d Dialect) int {
	for i := range b {
		switch rest := string(b[i:]); {
		case b[i] == '\n' || b[i] == '\r':
			return i
		case d == JSON5 && (strings.HasPrefix(rest, "\u2028") || strings.HasPrefix(rest, "\u2029")):
			return i
		}
	}
	return len(b)
}

// lineLen finds every line end at every offset, whatever bytes are around it.
func TestLineLen(t *testing.T) {
	stops := []string{"\u2028", "\u2029", "\u2027", "\u202A", "\xE2\x80", "\xE2", "\xE2\xE2\x80\xA8"}
	for c := range 256 {
		stops = append(stops, string([]byte{byte(c)}))
	}
	for _, stop := range stops {
		for _, around := range []byte{'a', '\t', 0x0E, 0x8A, 0x8D, 0xE2} {
			for at := range 20 {
				for after := range 12 {
					b := surrounded(around, at, stop, after)
					for _, d := range dialects {
						l := Lexer{dialect: d}
						if got, want := l.lineLen(b), lineLenNaive(b, d); got != want {
							t.Fatalf("%q in %v: %d, want %d", b, d, got, want)
						}
					}
				}
			}
		}
	}
}

// surrounded returns a text with the byte around before and after stop.
func surrounded(around byte, before int, stop string, after int) []byte {
	return append(append(bytes.Repeat([]byte{around}, before), stop...), bytes.Repeat([]byte{around}, after)...)
}
