//go:build small

package unpack

import (
	"bufio"
	"errors"
	"io"
)

// errNone is the error for compressed files in the small program for browsers.
var errNone = errors.New("this program was built without decompression")

func newGzip(*bufio.Reader) (io.Reader, error) { return nil, errNone }

func newZstd(io.Reader) (io.Reader, func(), error) { return nil, nil, errNone }

func isStray(error) bool { return false }

func reasonOf(err error) string { return err.Error() }

// NewMember returns an error.
func NewMember(*bufio.Reader, io.Reader) (io.Reader, error) { return nil, errNone }

// A Restartable does not exist in the small program.
type Restartable struct{}

// NewRestartable returns an error.
func NewRestartable() (*Restartable, error) { return nil, errNone }

// Restart returns an error.
func (*Restartable) Restart(io.Reader) (io.Reader, error) { return nil, errNone }

// Close does nothing.
func (*Restartable) Close() {}
