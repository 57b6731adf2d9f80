//go:build !small

package unpack

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
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
	return &members{z: z, r: r}, nil
}

// newZstd returns a reader of the text that is compressed in r. The function end must be called.
func newZstd(r io.Reader) (text io.Reader, end func(), err error) {
	z, err := newDecoder(r)
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

func newDecoder(r io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
}

// isStray reports whether the error of a decompressor is about data after the end of the compressed data.
func isStray(err error) bool {
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, zstd.ErrMagicMismatch)
}

// reasonOf returns the text of an error of a decompressor, without an offset: it would be that in the member of the data.
func reasonOf(err error) string {
	if errors.As(err, new(flate.CorruptInputError)) {
		return "invalid deflate data"
	}
	return err.Error()
}

// members reads all members of gzip data. The decompressor could read all members by itself, but it
// would report a few stray bytes after the last member as a truncated header.
type members struct {
	z       *gzip.Reader
	r       *bufio.Reader
	padding atomic.Int64 // number of zero bytes after the last member; 0 until the end
}

// Padding implements [Padded].
func (m *members) Padding() int64 { return m.padding.Load() }

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
		case head[0] == 0:
			n, err := SkipPadding(m.r)
			m.padding.Store(n)
			return 0, cmp.Or(err, gzip.ErrHeader)
		case !Begins(Gzip, head):
			return 0, gzip.ErrHeader
		}
		if err := m.z.Reset(m.r); err != nil {
			return 0, err
		}
		m.z.Multistream(false)
	}
}

// NewMember returns a reader of the gzip member at the start of r. The reader before may be nil, or that of an earlier
// member, which is then used again and must not be read any longer.
func NewMember(r *bufio.Reader, before io.Reader) (_ io.Reader, err error) {
	z, ok := before.(*gzip.Reader)
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

// A Restartable is a zstd decompressor that can be used again. Close must be called.
type Restartable struct{ z *zstd.Decoder }

// NewRestartable returns a decompressor.
func NewRestartable() (*Restartable, error) {
	z, err := newDecoder(nil)
	return &Restartable{z}, err
}

// Restart begins to decompress the data in from, and returns a reader of the text. The readers that earlier calls have
// returned must not be used any longer.
func (r *Restartable) Restart(from io.Reader) (io.Reader, error) { return r.z, r.z.Reset(from) }

// Close releases the memory of the decompressor.
func (r *Restartable) Close() { r.z.Close() }
