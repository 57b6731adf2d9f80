package unpack

import "bufio"

// Padded is implemented by the reader of gzip data.
type Padded interface {
	// Padding returns the number of zero bytes after the compressed data, once all of it has been read. It may be called while
	// another goroutine reads.
	Padding() int64
}

// SkipPadding reads the zero bytes that tapes, and file systems after a crash, leave behind gzip data. It returns their number, and the
// error of r, which is [io.EOF] at the end. If something else follows, there is no error.
func SkipPadding(r *bufio.Reader) (n int64, err error) {
	for {
		switch c, err := r.ReadByte(); {
		case err != nil:
			return n, err
		case c != 0:
			return n, nil
		}
		n++
	}
}
