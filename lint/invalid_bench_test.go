package lint

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/assayjson/assay/records"
)

// invalidRecords are texts in which many records are invalid.
var invalidRecords = []struct{ name, lines string }{
	{"letters", "x\n"},
	{"alternating", "{\"a\":1}\nx\n"},
	{"trailing-commas", "{\"id\":1,\"name\":\"abc\",}\n"},
	{"truncated", "{\"id\":1,\"name\":\"ab\n"},
}

// BenchmarkInvalidRecords checks texts of which many records are invalid, from a reader.
func BenchmarkInvalidRecords(b *testing.B) {
	const lines = 20_000
	for _, c := range invalidRecords {
		text := bytes.Repeat([]byte(c.lines), lines)
		l := New(Options{Dialect: NDJSON, MaxProblems: 100})
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r, err := l.CheckReader(context.Background(), io.LimitReader(bytes.NewReader(text), int64(len(text)))); err != nil || len(r.Diagnostics) != 100 {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/record")
		})
	}
}

// BenchmarkSplitInvalidRecords divides texts of which many records are invalid.
func BenchmarkSplitInvalidRecords(b *testing.B) {
	const lines = 20_000
	for _, c := range invalidRecords {
		text := bytes.Repeat([]byte(c.lines), lines)
		l := New(Options{Dialect: NDJSON, MaxProblems: 100})
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			to := Division{Report: func(*records.Rejected, Diagnostic) error { return nil }}
			for b.Loop() {
				if _, totals, err := l.Split(context.Background(), io.LimitReader(bytes.NewReader(text), int64(len(text))), to); err != nil || totals.Bad != lines {
					b.Fatal(totals, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/record")
		})
	}
}
