package tokenizer

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Once a token has been returned, InputOffset returns the offset of the end of that token, not a
// later offset.
func TestInputOffset(t *testing.T) {
	const text = ` {"a": [1, "b\n", true , {}],  "c":"d" }  `
	for _, next := range []*Tokenizer{
		New([]byte(text)), New([]byte(text), KeepGoing()), NewReader(strings.NewReader(text)), NewReader(iotest.OneByteReader(strings.NewReader(text))), NewReader(strings.NewReader(text), Chunk(100)),
	} {
		for {
			token, err := next.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if end := token.Offset() + int64(len(token.Raw())); next.InputOffset() != end {
				t.Errorf("%d after %s, which ends at %d", next.InputOffset(), token.Raw(), end)
			}
		}
	}
}
