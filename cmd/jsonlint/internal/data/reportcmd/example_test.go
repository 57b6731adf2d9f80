package reportcmd_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportcmd"
)

// The report is what jsonlint --report has written.
const report = `{"type":"record","file":"events.ndjson","record":2,"line":2,"column":9,"offset":17,"length":1,"severity":"error","rule":"trailing-commas","kind":"trailing-comma","message":"trailing comma before '}'","pointer":null,"record_offset":9,"record_length":9,"bad_offset":0,"good_inserted":0}
{"type":"file","file":"events.ndjson","records":2,"good":1,"bad":1,"bytes":18,"good_bytes":9,"bad_bytes":9,"good_offset":0,"bad_offset":0}
{"type":"total","version":1,"files":1,"records":2,"good":1,"bad":1,"bytes":18,"good_bytes":9,"bad_bytes":9}
`

func Example() {
	var table strings.Builder
	std := command.Stdio{
		In: strings.NewReader(report), Out: &table, Err: os.Stdout,
		Commands: func() command.Table { return command.Table{reportcmd.Command()} },
	}
	status := command.Run([]string{"report", "--csv", "-", "-"}, std)
	fmt.Println("status", status)
	fmt.Print(strings.ReplaceAll(table.String(), "\r\n", "\n"))
	// Output:
	// status 0
	// file,record,line,column,offset,length,severity,rule,kind,message,pointer,record_offset,record_length,bad_offset,good_inserted
	// events.ndjson,2,2,9,17,1,error,trailing-commas,trailing-comma,"trailing comma before '}'",,9,9,0,0
}
