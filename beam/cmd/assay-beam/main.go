// Assay-beam checks files of records with Apache Beam.
package main

import (
	"os"

	"github.com/assayjson/assay/beam/cmd/assay-beam/internal/command"
)

func main() { os.Exit(command.Main()) }
