package format

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func BenchmarkFormat(b *testing.B) {
	record := `{"id":12345,"name":"some name","url":"https://example.org/a/b","tags":["a","b",true,null],"at":{"x":1.5,"y":-2e10}}`
	src := []byte("[" + strings.TrimSuffix(strings.Repeat(record+",", 1<<20/len(record)), ",") + "]")
	var indented bytes.Buffer
	if err := json.Indent(&indented, src, "", "  "); err != nil {
		b.Fatal(err)
	}
	for _, in := range []struct {
		name string
		src  []byte
	}{{"compact", src}, {"indented", indented.Bytes()}} {
		for _, o := range []struct {
			name string
			Options
		}{{"indent", Options{}}, {"compact", Options{Compact: true}}, {"width80", Options{Width: 80}}, {"prettier", Options{Width: 80, Style: Prettier}}, {"sort", Options{Order: Ascending}}, {"canonical", Options{Canonical: true}}, {"ascii", Options{ASCII: true}}} {
			b.Run(in.name+"/to-"+o.name, func(b *testing.B) {
				b.SetBytes(int64(len(in.src)))
				b.ReportAllocs()
				var dst []byte
				for b.Loop() {
					var err error
					if dst, err = Append(dst[:0], in.src, o.Options); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(in.name+"/encoding-json-indent", func(b *testing.B) {
			b.SetBytes(int64(len(in.src)))
			var dst bytes.Buffer
			for b.Loop() {
				dst.Reset()
				json.Indent(&dst, in.src, "", "  ")
			}
		})
		b.Run(in.name+"/encoding-json-compact", func(b *testing.B) {
			b.SetBytes(int64(len(in.src)))
			var dst bytes.Buffer
			for b.Loop() {
				dst.Reset()
				json.Compact(&dst, in.src)
			}
		})
	}
}
