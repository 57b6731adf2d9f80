package stream

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
)

// A valid document is read from a reader that holds it, and an invalid one is left unread.
func TestPassesInMemory(t *testing.T) {
	long := "[" + strings.Repeat("1,", 1000) + "1]"
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	asmtest.EachKernel(t, func(t *testing.T) {
		for text, valid := range map[string]bool{long: true, long + "]": false, long[1:]: false, "": false} {
			valid = valid && jsonsimd.HasKernel()
			reader, buffer := bytes.NewReader([]byte("["+text)), bytes.NewBufferString("["+text)
			reader.ReadByte()
			buffer.ReadByte()
			for _, r := range []interface {
				io.Reader
				Len() int
			}{reader, buffer} {
				if PassesInMemory(canceled, r, new(rulesOf())) || r.Len() != len(text) {
					t.Errorf("%T: read though the context is cancelled", r)
				}
				left := len(text)
				if valid {
					left = 0
				}
				if got := PassesInMemory(t.Context(), r, new(rulesOf())); got != valid || r.Len() != left {
					t.Errorf("%T, %.10s... of %d bytes: %v, and %d bytes are left", r, text, len(text), got, r.Len())
				}
			}
			if PassesInMemory(t.Context(), strings.NewReader(text), new(rulesOf())) {
				t.Error("a strings.Reader does not show its memory")
			}
		}
	})
}

// A name that is too long for a stream is also too long for a reader that holds the text.
func TestLongNamesInMemory(t *testing.T) {
	text := `{"a":1, "` + strings.Repeat("x", leastNameLimit) + `":1}`
	for _, opts := range [][]option{{uniqueNames}, {iJSON}} {
		for _, r := range []io.Reader{strings.NewReader(text), bytes.NewReader([]byte(text)), bytes.NewBufferString(text)} {
			if PassesInMemory(t.Context(), r, new(rulesOf(append(opts, maxToken(1))...))) {
				t.Errorf("%T: the name has been accepted", r)
			}
		}
	}
}
