//go:build small

package lspcmd

import (
	"errors"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// serveClients fails, because a page in a browser cannot listen.
func serveClients(string, bool, command.Stdio, func(io.ReadWriteCloser) (status int, err error)) (int, error) {
	return command.StatusTrouble, errors.ErrUnsupported
}
