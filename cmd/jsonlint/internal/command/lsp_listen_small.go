//go:build small

package command

import (
	"errors"
	"io"
)

// listenLSP fails, because a page in a browser cannot listen.
func listenLSP(string, bool, Stdio, func(io.ReadWriteCloser) (status int, err error)) (int, error) {
	return StatusTrouble, errors.ErrUnsupported
}
