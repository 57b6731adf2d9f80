package shards

import (
	"io"
	"testing"

	"github.com/assayjson/assay/lint"
)

// A line of the report about a bad record.
func BenchmarkReport(b *testing.B) {
	l := NewLedger(io.Discard)
	if _, err := l.BeginFile("logs/2026-11-26.ndjson", lint.NDJSON, false); err != nil {
		b.Fatal(err)
	}
	rec := &Record{
		Number: 123_456, Start: 17_477_780, Size: 58, Place: 3_456, Severity: lint.Error, Rule: "syntax", Kind: "trailing-comma",
		Message: Message{Parts: []string{"trailing comma before ']'"}}, Pointer: "/tags", HasPointer: true,
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := l.Record(rec); err != nil {
			b.Fatal(err)
		}
	}
}
