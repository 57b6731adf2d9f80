package jsonlint

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/store"
)

// Main runs the command line of the process and returns the exit status. It calls schemas only when
// a schema is needed. That call blocks until the schema engine is available.
func Main(schemas func() command.Schemas) int { return MainWith("jsonlint", schemas, nil) }

// MainWith is like [Main], but runs a program with another name, which also reads objects from stores.
func MainWith(name string, schemas func() command.Schemas, stores store.Stores) int {
	return command.Main(name, Commands, schemas, stores)
}
