package reportfile_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportfile"
)

const small = `{"type":"record","file":"a.ndjson","record":2,"line":2,"column":7,"offset":15,"length":1,"severity":"error","rule":"syntax","kind":"trailing-comma","message":"trailing comma before '}'","pointer":"","record_offset":9,"record_length":9,"bad_offset":0,"good_inserted":0}
{"type":"file","file":"a.ndjson","records":3,"good":2,"bad":1,"bytes":27,"good_bytes":18,"bad_bytes":9,"good_offset":0,"bad_offset":0}
{"type":"total","version":1,"files":1,"records":3,"good":2,"bad":1,"bytes":27,"good_bytes":18,"bad_bytes":9}
`

func Example() {
	print := func(r *reportfile.Record) error {
		fmt.Printf("%s:%d: %s\n", r.File, r.Line, r.Message)
		return nil
	}
	total, err := reportfile.Read(context.Background(), strings.NewReader(small), false, reportfile.Visitor{Record: print})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(total.Bad, "of", total.Records)
	// Output:
	// a.ndjson:2: trailing comma before '}'
	// 1 of 3
}
