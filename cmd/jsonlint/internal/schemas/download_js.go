package schemas

import (
	"context"
	"errors"
)

// Downloader returns a function that fails, because a page in a browser downloads nothing.
func (Engine) Downloader(string) func(ctx context.Context, url string) ([]byte, error) {
	return func(context.Context, string) ([]byte, error) { return nil, errors.ErrUnsupported }
}
