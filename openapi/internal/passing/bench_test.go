package passing

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// A sink is a ResponseWriter that counts bytes.
type sink struct {
	header http.Header
	n      int
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(int)     {}
func (s *sink) Write(p []byte) (int, error) {
	s.n += len(p)
	return len(p), nil
}

const benchSchema = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["id", "name", "tags"],
		"properties": {
			"id": {"type": "integer", "minimum": 0},
			"name": {"type": "string", "minLength": 1},
			"email": {"type": "string", "pattern": "^[^@]+@[^@]+$"},
			"price": {"type": "number"},
			"status": {"enum": ["open", "paid", "sent"]},
			"tags": {"type": "array", "items": {"type": "string"}}
		},
		"additionalProperties": false
	}
}`

// responses returns an array of about n bytes.
func responses(n int) []byte {
	var b bytes.Buffer
	b.WriteString("[")
	for i := 0; b.Len() < n-150; i++ {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"customer %d","email":"c%d@example.org","price":%d.5,"status":"paid","tags":["a","b"]}`, i, i*7919, i, i%1000)
	}
	b.WriteString("]")
	return b.Bytes()
}

// BenchmarkServe measures responses that are written 32 KiB at a time.
func BenchmarkServe(b *testing.B) {
	s := compile(b, benchSchema)
	lines := compile(b, strings.TrimSuffix(benchSchema[strings.Index(benchSchema, `"items": `)+len(`"items": `):], "}"))
	for _, size := range []struct {
		name string
		n    int
	}{{"2KB", 2 << 10}, {"60KB", 60_000}, {"100KB", 100_000}, {"10MB", 10 << 20}, {"64MB", 64 << 20}} {
		body := responses(size.n)
		ndjson := append(bytes.ReplaceAll(body[1:len(body)-1], []byte("},{"), []byte("}\n{")), '\n')
		for _, c := range []struct {
			name string
			mode Mode
			plan *Plan
			body []byte
		}{
			{"off", Off, nil, body},
			{"report/unchecked", Report, nil, body},
			{"report/json", Report, &Plan{}, body},
			{"report/schema", Report, &Plan{Schema: s}, body},
			{"report/unique", Report, &Plan{Schema: s, Checks: []tokenizer.Option{tokenizer.UniqueNames()}}, body},
			{"report/lines", Report, &Plan{Schema: lines, Framing: Lines}, ndjson},
			{"enforce/schema", Enforce, &Plan{Schema: s}, body},
		} {
			b.Run(size.name+"/"+c.name, func(b *testing.B) {
				b.SetBytes(int64(len(c.body)))
				b.ReportAllocs()
				checked := true
				o := Options{Mode: c.mode, Choose: choose(c.plan), Done: func(o *Outcome) { checked = o.Checked && len(o.Findings) == 0 }}
				handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					for rest := c.body; len(rest) > 0; {
						n := min(len(rest), 32<<10)
						w.Write(rest[:n])
						rest = rest[n:]
					}
				})
				r, err := http.NewRequest("GET", "/", nil)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					w := &sink{header: http.Header{}}
					Serve(handler, w, r, &o)
					if w.n != len(c.body) || c.plan != nil && !checked {
						b.Fatal(w.n, checked)
					}
				}
			})
		}
	}
}

// BenchmarkBody measures responses that a client reads.
func BenchmarkBody(b *testing.B) {
	s := compile(b, benchSchema)
	for _, n := range []int{2 << 10, 10 << 20} {
		body := responses(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			checked := true
			o := Options{Mode: Report, Choose: choose(&Plan{Schema: s}), Done: func(o *Outcome) { checked = o.Checked && len(o.Findings) == 0 }}
			for b.Loop() {
				in := Body(&http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: -1}, &o)
				io.Copy(io.Discard, in)
				if in.Close(); !checked {
					b.Fatal("invalid")
				}
			}
		})
	}
}
