package tokenizer

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// portions hands out b, 64 KiB at a time.
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

// BenchmarkStream runs CheckReader by turns with what else one can do, and reports the best of
// each: on a machine that others use as well, that is all that can be compared. These are Check
// of what is in memory; the mere copy that the reader makes; and to read all of it into memory
// that is there, and Check it then.
func BenchmarkStream(b *testing.B) {
	for _, s := range streams {
		doc := []byte(s.begin + strings.Repeat(s.repeated, 1+(8<<20)/len(s.repeated)) + s.end)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			best := [4]time.Duration{time.Hour, time.Hour, time.Hour, time.Hour}
			time := func(i int, f func() error) {
				begin := time.Now()
				if err := f(); err != nil {
					b.Fatal(err)
				}
				best[i] = min(best[i], time.Since(begin))
			}
			buf, room := make([]byte, 64<<10), make([]byte, len(doc))
			for b.Loop() {
				time(0, func() error { return Check(doc) })
				time(1, func() error { return CheckReader(context.Background(), &portions{doc}) })
				time(2, func() error {
					_, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, &portions{doc}, buf)
					return err
				})
				time(3, func() error {
					if _, err := io.ReadFull(&portions{doc}, room); err != nil {
						return err
					}
					return Check(room)
				})
			}
			for i, what := range []string{"Check", "CheckReader", "copy", "read-Check"} {
				b.ReportMetric(float64(len(doc))/best[i].Seconds()/1e9, what+"-GB/s")
			}
			b.ReportMetric(best[0].Seconds()/best[1].Seconds(), "of-Check")
			b.ReportMetric(best[3].Seconds()/best[1].Seconds(), "of-read-Check")
		})
	}
}
