package program

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/reading"
)

// A feed has the part of a document that has been read and is still needed.
type feed struct {
	r   io.Reader
	buf []byte
	err error // why no more can be read; io.EOF if the document ends with buf
}

// feedBytes is the usual capacity of the buffer. It grows for longer tokens.
const feedBytes = 256 << 10

// fill fills the buffer, which it enlarges if less than half of it is free. It returns false if
// reading fails.
func (f *feed) fill() bool {
	if f.err == nil && 2*len(f.buf) > cap(f.buf) {
		f.buf = append(make([]byte, 0, 2*cap(f.buf)), f.buf...)
	}
	for f.err == nil && len(f.buf) < cap(f.buf) {
		var n int
		n, f.err = reading.Some(f.r, f.buf[len(f.buf):cap(f.buf)])
		f.buf = f.buf[:len(f.buf)+n]
	}
	return f.err == nil || f.err == io.EOF
}

// drop drops the text before the first mark of x, and the text that has been indexed if there is no
// mark. It is called only if more of the document can be read, so buf is never a caller's document.
func (f *feed) drop(x *index.Index) {
	n := x.Read
	if len(x.Marks) > 0 {
		n = x.Base + int(x.Marks[0])
	}
	f.buf = f.buf[:copy(f.buf, f.buf[n:])]
	x.ForgetBytes(n)
}

// all returns a reader for the whole document. No text must have been dropped.
func (f *feed) all() io.Reader {
	switch {
	case f.err != nil: // r must not be read again
		return bytes.NewReader(f.buf)
	case len(f.buf) == 0:
		return f.r
	}
	return io.MultiReader(bytes.NewReader(f.buf), f.r)
}
