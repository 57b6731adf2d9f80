//go:build small

package input

import (
	"bufio"
	"errors"
	"io"
)

// errNoUnpacking is the error for compressed files in the small program for browsers.
var errNoUnpacking = errors.New("this program was built without decompression")

func newGzip(*bufio.Reader) (io.Reader, error) { return nil, errNoUnpacking }

func newZstd(io.Reader) (interface {
	io.Reader
	Close()
}, error) {
	return nil, errNoUnpacking
}

func isStray(error) bool { return false }

func newMember(*bufio.Reader, io.Reader) (io.Reader, error) { return nil, errNoUnpacking }

type restartable struct{}

func newRestartable() (*restartable, error) { return nil, errNoUnpacking }

func (*restartable) restart(io.Reader) (io.Reader, error) { return nil, errNoUnpacking }

func (*restartable) Close() {}
