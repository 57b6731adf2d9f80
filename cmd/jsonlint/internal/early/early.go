package early

import (
	"os"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/command"
)

var (
	wanted  = make(chan struct{})           // closed when somebody asks for schemas
	schemas = make(chan command.Schemas, 1) // has what knows them, once that is there
)

// init lets the other packages wait until they are needed, which they are not in most runs.
func init() {
	collectLate()
	go func() {
		os.Exit(command.Main(sync.OnceValue(func() command.Schemas {
			close(wanted)
			return <-schemas
		})))
	}()
	<-wanted
}

// Finish gives the program what knows schemas, and doesn't return: the process ends when the
// program does.
func Finish(s command.Schemas) {
	schemas <- s
	select {}
}
