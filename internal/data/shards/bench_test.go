package shards

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/assayjson/assay/lint"
)

// A line of the report about a bad record.
func BenchmarkReport(b *testing.B) {
	l := NewLedger(io.Discard)
	if err := l.BeginFile("logs/2026-11-26.ndjson", lint.NDJSON, false); err != nil {
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

// badRecords are records with common mistakes.
var badRecords = []struct{ name, record string }{
	{"trailing-comma", `{"id":%d,"user":"anna","tags":["a","b",17,],"n":{"x":1.5,"y":null},"text":"lorem ipsum dolor sit amet"}`},
	{"truncated", `{"id":%d,"user":"anna","tags":["a","b",17],"n":{"x":1.5,"y":null},"text":`},
	{"missing-comma", `{"id":%d,"user":"anna" "tags":["a","b",17],"n":{"x":1.5,"y":null},"text":"lorem ipsum dolor sit amet"}`},
	{"misspelt-literal", `{"id":%d,"user":"anna","tags":["a","b",17],"n":{"x":1.5,"y":nul},"text":"lorem ipsum dolor sit amet"}`},
	{"unclosed-string", `{"id":%d,"user":"anna,"tags":["a","b",17],"n":{"x":1.5,"y":null},"text":"lorem ipsum dolor sit amet"}`},
}

// BenchmarkBadRecords writes the report on a text whose records are all bad.
func BenchmarkBadRecords(b *testing.B) {
	const records = 20_000
	for _, c := range badRecords {
		var text bytes.Buffer
		for i := range records {
			fmt.Fprintf(&text, c.record+"\n", i)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l := NewLedger(io.Discard)
				_, sums, err := Check(context.Background(), bytes.NewReader(text.Bytes()), Piece{To: Open}, Options{
					Linter: lint.New(lint.Options{Dialect: lint.NDJSON}), Dialect: lint.NDJSON, FailOn: lint.Error,
					Begin:  func(mark bool) error { return l.BeginFile("bad.ndjson", lint.NDJSON, mark) },
					Record: l.Record,
				})
				if err != nil || sums.Bad != records {
					b.Fatal(sums, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/records, "ns/record")
		})
	}
}
