package main

import (
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

func main() {
	collectLate()
	os.Exit(jsonlint.Main(func() command.Schemas { return schemas.Engine{} }))
}
