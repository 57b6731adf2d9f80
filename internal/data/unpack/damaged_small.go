//go:build small

package unpack

import "io"

// A DamagedReader does not exist in the small program.
type DamagedReader struct{}

// NewDamagedReader returns a reader that returns an error.
func NewDamagedReader(io.Reader, string, func(Skip)) *DamagedReader { return nil }

// Close does nothing.
func (*DamagedReader) Close() error { return nil }

func (*DamagedReader) Read([]byte) (int, error) { return 0, errNone }
