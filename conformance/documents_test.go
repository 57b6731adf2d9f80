package conformance

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	_ "github.com/minio/simdjson-go" // contains the documents

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

func documents(tb testing.TB) []Document {
	tb.Helper()
	docs, err := Documents()
	if err != nil {
		tb.Fatal(err)
	}
	if len(docs) != 17 {
		tb.Fatalf("%d documents, want 17", len(docs))
	}
	return docs
}

func TestDocumentsAreAccepted(t *testing.T) {
	for _, d := range documents(t) {
		if err := tokenizer.Check(d.Data); err != nil || !tokenizer.Valid(d.Data) {
			t.Errorf("%s: %v", d.Name, err)
		}
		if err := tokenizer.Check(d.Data, tokenizer.IJSON()); err != nil {
			t.Errorf("%s as I-JSON: %v", d.Name, err)
		}
	}
}

// The byte 0xFF is invalid anywhere, so the error must be exactly at the position of that byte. The
// test replaces random bytes of each document by 0xFF.
func TestDocumentsWithOneByteBroken(t *testing.T) {
	for _, d := range documents(t) {
		random := rand.New(rand.NewPCG(1, uint64(len(d.Data))))
		for range 20 / longtest.OneIn(4) {
			offset := random.IntN(len(d.Data))
			checkBroken(t, d, offset)
		}
		checkBroken(t, d, 0)
		checkBroken(t, d, len(bytes.TrimRight(d.Data, " \t\r\n"))-1)
	}
}

func checkBroken(t *testing.T, d Document, offset int) {
	t.Helper()
	data := bytes.Clone(d.Data)
	data[offset] = 0xFF
	err := tokenizer.Check(data)
	var bad *tokenizer.SyntaxError
	if !errors.As(err, &bad) {
		t.Errorf("%s with FF at %d: accepted", d.Name, offset)
		return
	}
	// If 0xFF replaces a continuation byte, the error is the interrupted sequence, which ends right
	// before 0xFF.
	at, end := int(bad.Offset), int(bad.Offset)+bad.Length
	if !flaw.ErrorKind(bad.Kind).IsUTF8() || at != offset && end != offset {
		t.Errorf("%s with FF at %d: %v", d.Name, offset, err)
	}
}

// Every truncated document is reported as incomplete.
func TestDocumentsCutShort(t *testing.T) {
	for _, d := range documents(t) {
		data := bytes.TrimRight(d.Data, " \t\r\n")
		if c := data[len(data)-1]; c != '}' && c != ']' {
			t.Fatalf("%s ends with %q", d.Name, c)
		}
		random := rand.New(rand.NewPCG(2, uint64(len(data))))
		for range 20 / longtest.OneIn(4) {
			checkCut(t, d.Name, data[:random.IntN(len(data))])
		}
	}
}
