// Command jsonlint-cloud is jsonlint for files that are in stores of objects: it has the same flags and
// subcommands, and its arguments can also be objects, folders of objects and globs, such as
// s3://bucket/logs/*.ndjson, gs://bucket/logs/ and azblob://container/a.json.gz.
//
// See docs/reference/cloud.md.
package main

import (
	"os"

	"github.com/assayjson/assay/cloud/objects"
	"github.com/assayjson/assay/cmd/jsonlint/program"
)

func main() { os.Exit(program.Main("jsonlint-cloud", objects.Stores(os.Getenv)...)) }
