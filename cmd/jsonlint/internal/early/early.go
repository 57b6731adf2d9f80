package early

import (
	"os"
	"runtime"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/command"
)

// schemas has what knows schemas, once that is there.
var schemas = make(chan command.Schemas, 1)

func init() {
	collectLate()
	go func() {
		os.Exit(command.Main(sync.OnceValue(func() command.Schemas { return <-schemas })))
	}()
	runtime.Gosched() // on one CPU, too, the program goes first
}

// Finish gives the program what knows schemas, and doesn't return: the process ends when the
// program does.
func Finish(s command.Schemas) {
	schemas <- s
	select {}
}
