package tokenizer

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// smallReaders are the kinds of reader that bodies of HTTP requests and the like come from. Each
// takes a document.
var smallReaders = []struct {
	name string
	of   func(*bytes.Reader) io.Reader
}{
	{"whole", func(r *bytes.Reader) io.Reader { return r }},
	{"data-and-EOF", func(r *bytes.Reader) io.Reader { return iotest.DataErrReader(r) }},
	{"bufio", func(r *bytes.Reader) io.Reader { return bufio.NewReaderSize(r, 4<<10) }},
	{"512B", func(r *bytes.Reader) io.Reader { return jsontest.Limited{Reader: r, Most: 512} }},
	{"1460B", func(r *bytes.Reader) io.Reader { return jsontest.Limited{Reader: r, Most: 1460} }},
	{"1B", func(r *bytes.Reader) io.Reader { return jsontest.Limited{Reader: r, Most: 1} }},
}

// smallDocument returns a document of about n bytes.
func smallDocument(n int) []byte {
	s := streams[0]
	line := strings.TrimRight(s.repeated, ",\n")
	if n < len(line) {
		return []byte(`{"id":12345,"name":"somebody","tags":["a","b"],"at":{"x":1.5}}`)
	}
	return []byte("[" + strings.Repeat(line+",\n", max(n/len(s.repeated)-1, 0)) + line + "]")
}

// BenchmarkSmall reads all tokens of small documents.
func BenchmarkSmall(b *testing.B) {
	read := func(b *testing.B, t *Tokenizer) {
		for {
			if _, err := t.Next(); err == io.EOF {
				return
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, n := range []int{64, 256, 1 << 10, 4 << 10, 16 << 10} {
		doc, r := smallDocument(n), new(bytes.Reader)
		b.Run(fmt.Sprintf("New/%dB", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(b, New(doc))
			}
		})
		for _, k := range smallReaders {
			t := NewReader(nil)
			b.Run(fmt.Sprintf("ResetReader/%s/%dB", k.name, n), func(b *testing.B) {
				for b.Loop() {
					r.Reset(doc)
					t.ResetReader(k.of(r))
					read(b, t)
				}
			})
		}
		b.Run(fmt.Sprintf("NewReader/%dB", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Reset(doc)
				read(b, NewReader(r))
			}
		})
	}
}
