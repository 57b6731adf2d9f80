package tokenizer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// longDocument returns a document of about n bytes, an array of records like those of an API.
func longDocument(n int) []byte {
	var b bytes.Buffer
	b.WriteString("[")
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"id": %d, "name": "Number %d, \"the %d\"", "tags": ["a", "bé", "c"], "at": {"lat": %d.25, "lon": -%d.5e1}, "text": "%s", "ok": true}`,
			i, i%1000, i%17, i%90, i%180, strings.Repeat("some words, and more; ", i%9))
	}
	b.WriteString("]\n")
	return b.Bytes()
}

// The same document, checked by one goroutine and by several.
func BenchmarkParallelCheck(b *testing.B) {
	doc := longDocument(200 << 20)
	for workers := 1; ; workers *= 2 {
		workers = min(workers, runtime.GOMAXPROCS(0))
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				if err := tokenizer.Check(doc, tokenizer.Workers(workers)); err != nil {
					b.Fatal(err)
				}
			}
		})
		if workers == runtime.GOMAXPROCS(0) {
			return
		}
	}
}

// The same for a document from a reader that copies.
func BenchmarkParallelReader(b *testing.B) {
	doc := longDocument(200 << 20)
	for name, valid := range map[string]bool{"ValidReader": true, "CheckReader": false} {
		for _, opts := range [][]tokenizer.ReaderOption{nil, {tokenizer.ReadAhead()}, {tokenizer.Workers(runtime.GOMAXPROCS(0))}} {
			b.Run(fmt.Sprintf("%s/options=%d", name, len(opts)), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					r := struct{ io.Reader }{bytes.NewReader(doc)}
					ok, err := true, error(nil)
					if valid {
						ok, err = tokenizer.ValidReader(context.Background(), r, opts...)
					} else {
						err = tokenizer.CheckReader(context.Background(), r, opts...)
					}
					if !ok || err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
