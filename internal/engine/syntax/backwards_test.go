package syntax

import (
	"bytes"
	"testing"
)

// The test uses slices of every length up to 600 bytes, and places the byte to be found at many
// offsets.
func TestLastIndex(t *testing.T) {
	for length := range 600 {
		b := bytes.Repeat([]byte("\x22x\xA2!"), 150)[:length]
		for _, c := range []byte("\x22\x7F") {
			if got, want := LastIndex(b, c), bytes.LastIndexByte(b, c); got != want {
				t.Fatalf("%q in %q: %d, want %d", c, b, got, want)
			}
		}
		for at := 0; at < length; at += 1 + length/50 {
			was := b[at]
			b[at] = 0x7F
			if got := LastIndex(b, 0x7F); got != at {
				t.Fatalf("length %d: %d, want %d", length, got, at)
			}
			b[at] = was
		}
	}
}
