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

// newMember returns a reader of the gzip member at the start of r. The reader before may be that of an earlier member.
func newMember(r *bufio.Reader, before io.Reader) (io.Reader, error) {
	z, ok := before.(*gzip.Reader)
	err := error(nil)
	if ok {
		err = z.Reset(r)
	} else {
		z, err = gzip.NewReader(r)
	}
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return z, nil
}

// A restartable is a zstd decompressor that can be used again.
type restartable struct{ *zstd.Decoder }

func newRestartable() (*restartable, error) {
	z, err := newZstd(nil)
	return &restartable{z}, err
}

// restart begins to decompress r.
func (z *restartable) restart(r io.Reader) (io.Reader, error) { return z.Decoder, z.Reset(r) }
