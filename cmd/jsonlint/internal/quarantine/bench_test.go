package quarantine

import (
	"io"
	"testing"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
)

// A line of the report about a bad record.
func BenchmarkReport(b *testing.B) {
	r, err := Begin(Names{Report: Standard}, io.Discard)
	if err != nil {
		b.Fatal(err)
	}
	f := &input{run: r, name: "logs/2026-11-26.ndjson"}
	rec := &records.Rejected{Number: 123_456, Start: 17_477_780, Length: 58, Place: 3_456}
	d := &lint.Diagnostic{Severity: lint.Error, Rule: "syntax", Code: "trailing-comma", Message: "trailing comma before ']'", Pointer: "/tags", HasPointer: true}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.writeRecord(f, rec, d); err != nil {
			b.Fatal(err)
		}
	}
}
