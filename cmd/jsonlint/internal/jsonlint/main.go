package jsonlint

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/store"
)

// Main runs the command line of the process and returns the exit status. It calls schemas only when
// a schema is needed. That call blocks until the schema engine is available. The program is called
// jsonlint, or assay if it is started by a link of that name.
func Main(schemas func() command.Schemas) int { return MainWith(nameOf(os.Args), schemas, nil) }

// nameOf returns the name of the program that is started with args.
func nameOf(args []string) string {
	if len(args) > 0 && strings.TrimSuffix(filepath.Base(args[0]), ".exe") == "assay" {
		return "assay"
	}
	return "jsonlint"
}

// MainWith is like [Main], but runs a program with another name, which also reads objects from stores.
func MainWith(name string, schemas func() command.Schemas, stores store.Stores) int {
	return command.Main(name, Commands, schemas, stores)
}
