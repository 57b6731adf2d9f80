package schemas

import (
	"context"
	"errors"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve/site"
)

// Downloader returns a function that fails, because a page in a browser downloads nothing.
func (Engine) Downloader(string) func(ctx context.Context, url string, named bool) ([]byte, error) {
	return func(context.Context, string, bool) ([]byte, error) { return nil, errors.ErrUnsupported }
}

// Serve fails, because a page cannot listen.
func (Engine) Serve(context.Context, site.Site) error { return errors.ErrUnsupported }

// ServeMetrics fails, because a page cannot listen.
func (Engine) ServeMetrics(string, func([]byte) []byte) (url string, stop func() error, err error) {
	return "", nil, errors.ErrUnsupported
}
