package lazyschema

import (
	"os"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint"
)

var (
	wanted  = make(chan struct{})           // closed when the program needs the schema engine
	schemas = make(chan command.Schemas, 1) // Finish sends the schema engine to this channel
)

// init starts the program, and delays the initialisation of the other packages until the schema
// engine is needed. Most runs never need it.
func init() {
	collectLate()
	go func() {
		os.Exit(jsonlint.Main(sync.OnceValue(func() command.Schemas {
			close(wanted)
			return <-schemas
		})))
	}()
	<-wanted
}

// Finish passes the schema engine to the program. It does not return, because the process exits
// when the program is done.
func Finish(s command.Schemas) {
	schemas <- s
	select {}
}
