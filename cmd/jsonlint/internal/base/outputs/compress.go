//go:build !small

package outputs

import (
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// newCompressor returns a writer that compresses for the output with the given name, or nil if that is not compressed.
func newCompressor(name string, w io.Writer) (io.WriteCloser, error) {
	switch {
	case hasSuffix(name, ".gz"):
		return gzip.NewWriter(w), nil
	case hasSuffix(name, ".zst"):
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<20))
	}
	return nil, nil
}

// hasSuffix is like [strings.HasSuffix], but ignores the case of letters.
func hasSuffix(name, suffix string) bool {
	return len(name) > len(suffix) && strings.EqualFold(name[len(name)-len(suffix):], suffix)
}
