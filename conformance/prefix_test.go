package conformance

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// checkCut checks a prefix of a document. The prefix must either be a document or be reported as
// truncated exactly where its text ends, so that a caller knows to wait for more.
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
	end := bad.Offset + int64(bad.Length)
	if bad.Kind == tokenizer.Truncated || bad.Kind == tokenizer.EmptyInput {
		data = bytes.TrimRight(data, " \t\r\n")
	}
	if end != int64(len(data)) {
		t.Errorf("%s cut at %d: %v, which ends at %d", name, len(data), err, end)
	}
}

// The test checks all prefixes of all files that the suite requires to be accepted.
func TestSuiteCutShort(t *testing.T) {
	for _, c := range suite(t) {
		if accept, _ := c.Must(); accept {
			for n := range c.Data {
				checkCut(t, c.Name, c.Data[:n])
			}
		}
	}
}
