package escape

import (
	"encoding/json"
	"testing"
)

var cases = []struct {
	in    string
	r     rune
	n     int
	fault Fault
}{
	{`\"`, '"', 2, None}, {`\\`, '\\', 2, None}, {`\/`, '/', 2, None}, {`\b`, '\b', 2, None},
	{`\f`, '\f', 2, None}, {`\n`, '\n', 2, None}, {`\r`, '\r', 2, None}, {`\tx`, '\t', 2, None},
	{`\u0041`, 'A', 6, None}, {`\u00e9`, 'é', 6, None}, {`\u20AC`, '€', 6, None}, {`\u0000`, 0, 6, None},
	{`\uD7FF`, 0xD7FF, 6, None}, {`\uE000`, 0xE000, 6, None}, {`\uffff`, 0xFFFF, 6, None},
	{`\ud83d\ude00`, 0x1F600, 12, None}, {`\uD800\uDC00`, 0x10000, 12, None}, {`\uDBFF\uDFFF`, 0x10FFFF, 12, None},

	{`\q`, 0, 1, BadCharacter}, {`\U0041`, 0, 1, BadCharacter}, {`\'`, 0, 1, BadCharacter}, {`\0`, 0, 1, BadCharacter},
	{"\\\n", 0, 1, BadCharacter}, {"\\\x00", 0, 1, BadCharacter}, {"\\\xFF", 0, 1, BadCharacter}, {`\é`, 0, 1, BadCharacter},
	{`\ug`, 0, 2, BadHex}, {`\u0g`, 0, 3, BadHex}, {`\u00:`, 0, 4, BadHex}, {`\u000"`, 0, 5, BadHex},
	{`\u 041`, 0, 2, BadHex}, {`\u+041`, 0, 2, BadHex}, {"\\u00\xFF0", 0, 4, BadHex}, {`\u000@`, 0, 5, BadHex}, {"\\u000`", 0, 5, BadHex},
	{`\`, 0, 1, Truncated}, {`\u`, 0, 2, Truncated}, {`\u0`, 0, 3, Truncated}, {`\u004`, 0, 5, Truncated},
	{`\ud800`, 0xD800, 6, LoneSurrogate}, {`\udc00`, 0xDC00, 6, LoneSurrogate}, {`\udfff\ud800`, 0xDFFF, 6, LoneSurrogate},
	{`\ud800x`, 0xD800, 6, LoneSurrogate}, {`\ud800\n`, 0xD800, 6, LoneSurrogate}, {`\ud800\ud800`, 0xD800, 6, LoneSurrogate},
	{`\ud800\u0041`, 0xD800, 6, LoneSurrogate}, {`\ud800\udc0`, 0xD800, 6, LoneSurrogate}, {`\ud800\udcxx`, 0xD800, 6, LoneSurrogate},
}

func TestDecode(t *testing.T) {
	for _, c := range cases {
		r, n, fault := Decode([]byte(c.in))
		if n != c.n || fault != c.fault || (fault == None || fault == LoneSurrogate) && r != c.r {
			t.Errorf("%q: got U+%04X, %d, %d; want U+%04X, %d, %d", c.in, r, n, fault, c.r, c.n, c.fault)
		}
	}
}

// A backslash followed by any byte is valid if and only if encoding/json accepts it.
func TestDecodeEveryByte(t *testing.T) {
	for c := range 256 {
		b := []byte{'"', '\\', byte(c), '"'}
		_, _, fault := Decode(b[1:3])
		if want := json.Valid(b); (fault == None) != want {
			t.Errorf("%q: fault %d, json.Valid %v", b, fault, want)
		}
	}
}
