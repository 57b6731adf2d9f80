package reportpage_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportfile"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportpage"
)

func Example() {
	s := reportpage.New(reportpage.Options{Samples: 5})
	s.Record(&reportfile.Record{File: "a.ndjson", Record: 2, Line: 2, Column: 8, Offset: 16, Length: 1, Severity: "error", Rule: "syntax", Kind: "trailing-comma", RecordOffset: 9, RecordLength: 10})
	c := reportfile.Counts{Records: 3, Good: 2, Bad: 1, Bytes: 28, GoodBytes: 18, BadBytes: 10}
	s.File(&reportfile.File{File: "a.ndjson", Counts: c})
	s.End(&reportfile.Total{Files: 1, Counts: c, Complete: true})
	if err := s.FillBad(strings.NewReader("{\"id\":2,}\n")); err != nil {
		fmt.Println(err)
		return
	}
	var page bytes.Buffer
	if err := s.WriteHTML(&page, reportpage.Origin{Report: "report.ndjson"}); err != nil {
		fmt.Println(err)
		return
	}
	_, sample, _ := strings.Cut(page.String(), "<pre")
	sample, _, _ = strings.Cut(sample, "</pre>")
	fmt.Println(sample)
	// Output:  dir="ltr">{&quot;id&quot;:2<mark>,</mark>}
}
