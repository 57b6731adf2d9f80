//go:build !small

package input

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// newGzip returns a reader of the text that is compressed in r.
func newGzip(r *bufio.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &members{z, r}, nil
}

// newZstd returns a reader of the text that is compressed in r. The caller must close it.
func newZstd(r io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
}

// isStray reports whether the error of a decompressor is about data after the end of the compressed data.
func isStray(err error) bool {
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, zstd.ErrMagicMismatch)
}

// members reads all members of the gzip data in r. The decompressor could read all members by
// itself, but it would report a few stray bytes after the last member as a truncated header.
type members struct {
	z *gzip.Reader
	r *bufio.Reader
}

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.z.Read(p)
		if err != io.EOF {
			return n, err
		}
		if n > 0 {
			return n, nil
		}
		head, err := m.r.Peek(len(gzipMagic))
		switch {
		case err != nil && (err != io.EOF || len(head) == 0):
			return 0, err
		case !isGzip(head):
			return 0, gzip.ErrHeader
		}
		if err := m.z.Reset(m.r); err != nil {
			return 0, err
		}
		m.z.Multistream(false)
	}
}
