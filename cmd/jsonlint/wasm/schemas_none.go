//go:build js && small

package main

import (
	"context"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve/site"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/schema/contract"
)

// hasSchemas reports whether the program can check documents against schemas.
const hasSchemas = false

func engine() command.Schemas { return none{} }

// none takes the place of the schema engine.
type none struct{}

func (none) Declared([]byte) (name string, offset, length int64, ok bool) { return "", 0, 0, false }

func (none) Compile(string, []byte, map[string]string, config.Copies, bool, int, string, func(string)) (contract.Schema, error) {
	return nil, command.ErrNoSchemas
}

func (none) Follow(string, func(string, bool) ([]byte, error), string) error {
	return command.ErrNoSchemas
}

func (none) Downloader(string) func(context.Context, string, bool) ([]byte, error) {
	return func(context.Context, string, bool) ([]byte, error) { return nil, command.ErrNoSchemas }
}

func (none) Serve(context.Context, site.Site) error { return command.ErrNoSchemas }

func (none) ServeMetrics(string, func([]byte) []byte) (string, func() error, error) {
	return "", nil, command.ErrNoSchemas
}
