package main

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/early"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

func main() { early.Finish(schemas.Engine{}) }
