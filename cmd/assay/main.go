// Command assay is jsonlint by the name of the project.
//
//	assay [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// It has the same flags, subcommands, settings and output. Only the help, the completions and the names in
// messages on standard error differ.
package main

import (
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/program"
)

func main() { os.Exit(program.Main("assay")) }
