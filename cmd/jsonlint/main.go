package main

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint/lazyschema"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

func main() { lazyschema.Finish(schemas.Engine{}) }
