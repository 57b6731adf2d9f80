//go:build !js

package schemas

import (
	"context"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/download"
)

// Downloader returns a function that downloads a JSON text, as [download.Client.Get] does. The parameter agent is the name and
// version of the program.
func (Engine) Downloader(agent string) func(ctx context.Context, url string, named bool) ([]byte, error) {
	return download.New(agent).Get
}
