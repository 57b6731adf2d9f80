package command

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/protocol"
	"github.com/assayjson/assay/lint"
)

// editedText returns a document of about n bytes, with lines of usual length.
func editedText(n int) string {
	var b strings.Builder
	b.WriteString("[\n")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "  {\"id\": %d, \"name\": \"item %d\", \"tags\": [\"a\", \"b\"], \"price\": %d.5, \"note\": \"é\"},\n", i, i, i%100)
	}
	b.WriteString("  null\n]\n")
	return b.String()
}

// BenchmarkLSPEdit measures the time from an edit to the diagnostics of the new text, through the messages of the
// protocol: a character is inserted in the middle of a document and deleted again. In one half of the edits, the document is
// invalid. The metrics are the median and the 99th percentile. As a comparison, check is the time of a check alone.
func BenchmarkLSPEdit(b *testing.B) {
	for _, size := range []int{1 << 20, 20 << 20} {
		text := editedText(size)
		uri := protocol.URI("/no-such-folder/a.json")
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			c := startLSP(b)
			c.Initialize(encodingCapability("utf-16"))
			c.Open(uri, "json", text)
			c.Published(uri)
			at := protocol.Position{Line: uint32(strings.Count(text, "\n") / 2), Character: 2}
			var times []time.Duration
			for b.Loop() {
				for _, change := range []struct {
					protocol.Range
					text string
				}{{protocol.Range{Start: at, End: at}, ","}, {protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: 3}}, ""}} {
					start := time.Now()
					c.Edit(uri, change.Range, change.text)
					c.Published(uri)
					times = append(times, time.Since(start))
				}
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "ms-p99")
			if err := c.Shutdown(); err != nil {
				b.Error(err)
			}
		})
		b.Run(fmt.Sprintf("%dMB-check", size>>20), func(b *testing.B) {
			src := []byte(text)
			middle := len(src)/2 + bytes.IndexByte(src[len(src)/2:], '\n') + 1
			wrong := slices.Insert(slices.Clone(src), middle, ',')
			l := lint.New(lint.Options{})
			for b.Loop() {
				l.Check(src)
				l.Check(wrong)
			}
		})
	}
}
