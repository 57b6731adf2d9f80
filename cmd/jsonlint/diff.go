package main

import (
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"

	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// unifiedDiff returns what has changed in a file, in a form that git apply and patch -p1 read.
func unifiedDiff(name string, before, after []byte) []byte {
	path := report.Path(filepath.ToSlash(name))
	return []byte(udiff.Unified("a/"+path, "b/"+path, string(before), string(after)))
}
