package syntax

import (
	"bytes"
	"testing"
)

// The test uses slices of every length, with an e at any offset, and with bytes that differ from an
// e in one bit.
func TestIndexE(t *testing.T) {
	for length := range 40 {
		for at := range length + 1 {
			for _, e := range []byte("eE") {
				for bit := range 8 {
					b := bytes.Repeat([]byte{'e' ^ 1<<bit}, length)
					if bit == 5 {
						b = bytes.Repeat([]byte{0x80}, length)
					}
					if at < length {
						b[at] = e
					}
					if got := IndexE(b); got != at {
						t.Fatalf("%q: %d, want %d", b, got, at)
					}
				}
			}
		}
	}
}
