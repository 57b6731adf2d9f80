package tokenizer

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// BenchmarkReader alternates between reading a stream and reading the same bytes in memory, and
// reports the best time of each. On a machine with other load, only best times can be compared.
func BenchmarkReader(b *testing.B) {
	for _, s := range streams {
		doc := []byte(s.begin + strings.Repeat(s.repeated, 1+(4<<20)/len(s.repeated)) + s.end)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			memory, stream := New(nil), NewReader(nil)
			best := [2]time.Duration{time.Hour, time.Hour}
			run := func(i int, t *Tokenizer) {
				begin := time.Now()
				for {
					if _, err := t.Next(); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
				best[i] = min(best[i], time.Since(begin))
			}
			for b.Loop() {
				memory.Reset(doc)
				run(0, memory)
				stream.ResetReader(bytes.NewReader(doc))
				run(1, stream)
			}
			for i, what := range []string{"New", "NewReader"} {
				b.ReportMetric(float64(len(doc))/best[i].Seconds()/1e9, what+"-GB/s")
			}
			b.ReportMetric(best[0].Seconds()/best[1].Seconds(), "ratio")
		})
	}
}
