package dialect

import (
	"bytes"
	"testing"
)

// AppendString does not panic if raw is not a token.
func TestAppendStringOfNoToken(t *testing.T) {
	for raw, want := range map[string]string{"": `""`, `"`: `""`, `'`: `""`, `"\`: `""`, "a": `"a"`, `'\'`: `"\\"`, `"\x"`: `"\\x"`, `"\u00"`: `"\\u00"`, `'\9'`: `"\\9"`} {
		if got := AppendString(nil, []byte(raw)); string(got) != want {
			t.Errorf("%q: %s, want %s", raw, got, want)
		}
	}
}

// plainLen finds every byte at every offset, whatever bytes are around it.
func TestPlainLen(t *testing.T) {
	for length := range 20 {
		for at := range length {
			for c := range 256 {
				for _, around := range []byte{'a', 0x80, 0xA2, 0xDC, 0xFF} { // some differ from a special byte only in the top bit
					b := bytes.Repeat([]byte{around}, length)
					b[at] = byte(c)
					want := length
					if c < ' ' || c == '"' || c == '\\' {
						want = at
					}
					if got := plainLen(b); got != want {
						t.Fatalf("%q: %d, want %d", b, got, want)
					}
				}
			}
		}
	}
}
