package shards_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// Two pieces of a file, which could be checked on different machines.
func Example() {
	const file = "{\"id\":1}\n{\"id\":2,}\n{\"id\":3}\n{\"id\":4,}\n"
	ledger := shards.NewLedger(os.Stdout)
	options := shards.Options{Linter: lint.New(lint.Options{Dialect: lint.NDJSON}), Dialect: lint.NDJSON}
	if err := ledger.BeginFile("events.ndjson", lint.NDJSON, false); err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range []shards.Piece{{From: 0, To: 20}, {From: 20, To: shards.Open}} {
		options.Record = ledger.Record
		_, sums, err := shards.Check(context.Background(), strings.NewReader(file[p.Begin():]), p, options)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := ledger.EndPiece(&sums); err != nil {
			fmt.Println(err)
			return
		}
	}
	if _, err := ledger.EndFile(); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := ledger.End(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"type":"record","file":"events.ndjson","record":2,"line":2,"column":8,"offset":16,"length":1,"severity":"error","rule":"syntax","kind":"trailing-comma","message":"trailing comma before '}'","pointer":"","record_offset":9,"record_length":10,"bad_offset":0,"good_inserted":0}
	// {"type":"record","file":"events.ndjson","record":4,"line":4,"column":8,"offset":35,"length":1,"severity":"error","rule":"syntax","kind":"trailing-comma","message":"trailing comma before '}'","pointer":"","record_offset":28,"record_length":10,"bad_offset":10,"good_inserted":0}
	// {"type":"file","file":"events.ndjson","records":4,"good":2,"bad":2,"bytes":38,"good_bytes":18,"bad_bytes":20,"good_offset":0,"bad_offset":0}
	// {"type":"total","version":1,"files":1,"records":4,"good":2,"bad":2,"bytes":38,"good_bytes":18,"bad_bytes":20}
}
