package passing

import (
	"io"
	"net/http"
	"sync"
)

// A copier is a ResponseWriter with a method ReadFrom.
type copier interface {
	io.Writer
	isUnchecked() bool // it is known that the body is passed on as it is
	count(n int64, err error)
}

// copyFrom is the method ReadFrom of w, whose bytes go to inner. An unchecked body is passed on by the ReadFrom of inner, which may use the
// system call sendfile.
func copyFrom(w copier, inner http.ResponseWriter, src io.Reader) (n int64, err error) {
	buf := copyBuffers.Get().(*[]byte)
	defer copyBuffers.Put(buf)
	for {
		if from, ok := inner.(io.ReaderFrom); ok && w.isUnchecked() {
			more, err := from.ReadFrom(src)
			w.count(more, err)
			return n + more, err
		}
		read, err := src.Read(*buf)
		if read > 0 {
			written, err := w.Write((*buf)[:read])
			if n += int64(written); err != nil {
				return n, err
			}
		}
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

var copyBuffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}
