//go:build !js

package schemas

import (
	"context"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve"
	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve/site"
)

// Serve serves the page for browsers until ctx is done. It is here because the packages for HTTP, like those for
// schemas, are initialised only when they are needed.
func (Engine) Serve(ctx context.Context, s site.Site) error {
	return serve.Run(ctx, s.Listen, s.Page, serve.Options{Paths: s.Paths, ReadOnly: s.ReadOnly, Anywhere: s.Anywhere, Version: s.Version}, s.Ready)
}

// ServeMetrics serves metrics, as [serve.Metrics] does.
func (Engine) ServeMetrics(address string, write func(dst []byte) []byte) (url string, stop func() error, err error) {
	return serve.Metrics(address, write)
}
