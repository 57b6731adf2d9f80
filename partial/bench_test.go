package partial_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// answers are documents of about 1 MiB, as language models write them, and some others.
func answers(tb testing.TB) map[string]string {
	const size = 1 << 20
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, size/len(unit)) + tail
	}
	prose := "The parser reads each byte once, however small the chunks are, and never goes back. "
	return map[string]string{
		"source":  `{"path":"all.go","content":` + source(tb, size) + `}`,
		"prose":   fill(`{"role":"assistant","content":"`, strings.Repeat(prose, 4)+`\n\n`, `"}`),
		"code":    fill(`{"path":"main.go","content":"`, `func (c *core) reset() {\n\tif c.err != nil {\n\t\treturn fmt.Errorf(\"reset: %w\", c.err)\n\t}\n}\n\n`, `"}`),
		"calls":   fill(`[`, `{"type":"function","function":{"name":"get_weather","arguments":{"location":"Zürich, Switzerland","unit":"celsius","days":3,"details":true}}},`+"\n", `null]`),
		"chinese": fill(`{"content":"`, `解析器只读取每个字节一次，无论数据块有多小，而且从不回头。`, `"}`),
		"objects": jsontest.ManyNames(size, 10),
	}
}

// source returns a string with about size bytes of the source code of this module. Unlike the other answers, it
// does not repeat itself, so that the CPU cannot predict where escapes are.
func source(tb testing.TB, size int) string {
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		tb.Fatal(err)
	}
	var all []byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, data...)
	}
	quoted, err := escape.AppendQuote(nil, bytes.ToValidUTF8(all[:min(size, len(all))], nil))
	if err != nil {
		tb.Fatal(err)
	}
	return string(quoted)
}

// BenchmarkAnswer feeds 1 MiB in chunks of 20 bytes, alternating with tokenizer.Check of the whole text. It
// reports how many times as long the fastest pass takes as the fastest check, and the time of that pass for
// each chunk. With state, a pass also asks for the state after each chunk, and so on. With new, each pass
// has a new Parser.
func BenchmarkAnswer(b *testing.B) {
	for name, text := range answers(b) {
		data := []byte(text)
		for _, kind := range []string{"write", "state", "suffix", "events", "new"} {
			b.Run(fmt.Sprint(name, "/", kind), func(b *testing.B) {
				b.ReportAllocs()
				p := partial.New()
				check, pass := time.Hour, time.Hour
				for b.Loop() {
					start := time.Now()
					if err := tokenizer.Check(data); err != nil {
						b.Fatal(err)
					}
					middle := time.Now()
					feed(b, p, data, kind)
					check, pass = min(check, middle.Sub(start)), min(pass, time.Since(middle))
					if p.Reset(); kind == "new" {
						p = partial.New()
					}
				}
				b.ReportMetric(float64(pass)/float64(check), "checks")
				b.ReportMetric(float64(pass)*chunk/float64(len(data)), "ns/chunk")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// chunk is the length of a chunk in bytes.
const chunk = 20

// feed writes data in chunks.
func feed(b *testing.B, p *partial.Parser, data []byte, kind string) {
	var suffix [64]byte
	depth := 0
	asks := kind != "write" && kind != "new"
	for at := 0; at < len(data); at += chunk {
		if _, err := p.Write(data[at:min(at+chunk, len(data))]); err != nil {
			b.Fatal(err)
		}
		if !asks {
			continue
		}
		switch kind[1] {
		case 't':
			depth += p.State().Depth
		case 'u':
			depth += len(p.AppendSuffix(suffix[:0]))
		default:
			for e := range p.Events() {
				depth += len(e.Text)
			}
		}
	}
	if err := p.Close(); err != nil || depth < 0 {
		b.Fatal(err)
	}
}
