// Command bench measures assay and its peers. Each subcommand measures something else; see README.md.
package main

import (
	"os"

	"github.com/assayjson/assay/bench/cli"
	"github.com/assayjson/assay/bench/compare"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/openapi"
	"github.com/assayjson/assay/bench/over"
	"github.com/assayjson/assay/bench/schemas"
	"github.com/assayjson/assay/bench/shapes"
	"github.com/assayjson/assay/bench/slow"
)

func main() {
	os.Exit(harness.Main([]harness.Command{
		{Name: "compare", About: "libraries, side by side", Run: compare.Run},
		{Name: "cli", About: "whole programs: jsonlint, jq, node, ...", Run: cli.Run},
		{Name: "slow", About: "what is much slower than a verdict", Run: slow.Run},
		{Name: "shapes", About: "every operation on texts of every shape", Run: shapes.Run},
		{Name: "schemas", About: "documents against schemas: Go libraries and ajv", Run: schemas.Run},
		{Name: "openapi", About: "requests and responses against OpenAPI documents: kin-openapi", Run: openapi.Run},
		{Name: "over", About: "other tools, and jsonlint with their settings, on repositories", Run: over.Run},
	}, os.Args[1:], os.Stdout, os.Stderr))
}
