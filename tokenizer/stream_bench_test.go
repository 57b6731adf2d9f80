package tokenizer

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// portions is a reader that returns b, at most 64 KiB at a time.
type portions struct{ b []byte }

func (p *portions) Read(to []byte) (int, error) {
	if len(p.b) == 0 {
		return 0, io.EOF
	}
	n := copy(to, p.b[:min(len(p.b), 64<<10)])
	p.b = p.b[n:]
	return n, nil
}

var streams = []struct{ name, begin, repeated, end string }{
	{"lines", "[", `{"id":12345,"name":"somebody","tags":["a","b","c"],"at":{"x":1.5,"y":-2.25},"text":"the quick brown fox jumps over the lazy dog"},` + "\n", "1]"},
	{"minified", `{"statuses":[`, `{"id":12345,"name":"somebody","tags":["a","b","c"],"at":{"x":1.5,"y":-2.25},"text":"the quick brown fox jumps over the lazy dog"},`, "1]}"},
	{"chinese", `{"statuses":[`, `{"id":12345,"text":"君が代は千代に八千代に細石の巌となりて苔の生すまで😀"},`, "1]}"},
	{"indented", `{"statuses":[`, "\n  {\n    \"id\": 12345,\n    \"name\": \"somebody\",\n    \"at\": {\n      \"x\": 1.5,\n      \"y\": -2.25\n    }\n  },", "1]}"},
	{"crlf", `{"statuses":[`, "\r\n  {\r\n    \"id\": 12345,\r\n    \"name\": \"somebody\",\r\n    \"at\": {\r\n      \"x\": 1.5,\r\n      \"y\": -2.25\r\n    }\r\n  },", "1]}"},
	{"numbers", "[", "[65.613616999999977,43.420273000000009],", "1]"},
	{"records", "[", `{"a":[` + strings.Repeat(`{"b":[1,2,3]},`, 50_000) + `1]},`, "1]"},
}

// BenchmarkStream alternates between the following ways to check the same bytes. It reports the
// best speed of each way, because on a machine with other load only best speeds can be compared.
// The ways are Check of the bytes in memory; CheckReader and ValidReader, each with and without
// reading ahead; CheckReader of a file, which is always read ahead; only copying the bytes; and
// copying all bytes to existing memory, followed by Check.
func BenchmarkStream(b *testing.B) {
	for _, s := range streams {
		for _, size := range []int{8 << 20, 64 << 20} {
			doc := []byte(s.begin + strings.Repeat(s.repeated, 1+size/len(s.repeated)) + s.end)
			b.Run(fmt.Sprintf("%s/%dMiB", s.name, size>>20), func(b *testing.B) { benchmarkStream(b, doc) })
		}
	}
}

func benchmarkStream(b *testing.B, doc []byte) {
	file, err := os.Create(filepath.Join(b.TempDir(), "document.json"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(doc); err != nil {
		b.Fatal(err)
	}
	buf, room := make([]byte, 64<<10), make([]byte, len(doc))
	ways := []struct {
		name  string
		check func() error
	}{
		{"Check", func() error { return Check(doc) }},
		{"CheckReader", func() error { return CheckReader(context.Background(), &portions{doc}) }},
		{"ReadAhead", func() error { return CheckReader(context.Background(), &portions{doc}, ReadAhead()) }},
		{"ValidReader", func() error { return validReader(&portions{doc}) }},
		{"ValidAhead", func() error { return validReader(&portions{doc}, ReadAhead()) }},
		{"File", func() error {
			if _, err := file.Seek(0, io.SeekStart); err != nil {
				return err
			}
			return CheckReader(context.Background(), file)
		}},
		{"copy", func() error {
			_, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, &portions{doc}, buf)
			return err
		}},
		{"read-Check", func() error {
			if _, err := io.ReadFull(&portions{doc}, room); err != nil {
				return err
			}
			return Check(room)
		}},
	}
	best := make([]float64, len(ways)) // bytes per nanosecond
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		for i, way := range ways {
			begin := time.Now()
			if err := way.check(); err != nil {
				b.Fatal(err)
			}
			best[i] = max(best[i], float64(len(doc))/float64(time.Since(begin)))
		}
	}
	for i, way := range ways {
		b.ReportMetric(best[i], way.name+"-GB/s")
	}
	for i, way := range ways[1:] {
		b.ReportMetric(best[1+i]/best[0], way.name+"-of-Check")
	}
}

func validReader(r io.Reader, opts ...ReaderOption) error {
	if valid, err := ValidReader(context.Background(), r, opts...); !valid {
		return fmt.Errorf("not valid: %w", err)
	}
	return nil
}
