package program

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
	"github.com/assayjson/assay/internal/data/store"
)

// Main runs the command line of the process as jsonlint does, and returns the exit status. The name is
// that of the program in its help, completions and messages. Arguments with the schemes of the stores
// are objects in these stores.
func Main(name string, stores ...store.Store) (status int) {
	return jsonlint.MainWith(name, func() command.Schemas { return schemas.Engine{} }, stores)
}
