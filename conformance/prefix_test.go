package conformance

import (
	"errors"
	"io"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// checkCut checks that a prefix of a document either is a document or is reported as truncated at
// its very end, so that a caller knows to wait for more.
func checkCut(t *testing.T, name string, data []byte) {
	t.Helper()
	err := tokenizer.Check(data)
	if err == nil {
		return
	}
	var bad *tokenizer.SyntaxError
	if !errors.As(err, &bad) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%s cut at %d: %v, which is not io.ErrUnexpectedEOF", name, len(data), err)
		return
	}
	if end := bad.Offset + int64(bad.Length); end != int64(len(data)) {
		t.Errorf("%s cut at %d: %v, which ends at %d", name, len(data), err, end)
	}
}

// All prefixes of all files that the suite wants accepted are checked.
func TestSuiteCutShort(t *testing.T) {
	for _, c := range suite(t) {
		if accept, _ := c.Must(); accept {
			for n := range c.Data {
				checkCut(t, c.Name, c.Data[:n])
			}
		}
	}
}
