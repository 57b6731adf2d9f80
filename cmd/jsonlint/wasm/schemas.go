//go:build js && !small

package main

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

// hasSchemas reports whether the program can check documents against schemas.
const hasSchemas = true

func engine() command.Schemas { return schemas.Engine{} }
