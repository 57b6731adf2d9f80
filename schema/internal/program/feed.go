package program

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
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

// runParts runs the program over the marks of a document, which is indexed part by part. The result
// known is false if there is no index; the feed still has the whole document then.
func (r *Run) runParts(f *feed) (valid, known bool) {
	if !f.fill() {
		return false, true
	}
	x := index.New(f.buf, 0, scan.DefaultMaxDepth, 0)
	if x == nil {
		return false, false
	}
	defer x.Free()
	walked, hasEnded := 0, false
	wanted := 0 // do not walk over fewer marks, unless they are the last ones
	for r.valid {
		found, short := x.MoreOf(f.buf, walked, f.err != nil)
		walked = 0
		switch {
		case found && !hasEnded && (x.Trusted >= wanted || x.Ended):
			walked, wanted = r.walk(f.buf[x.Base:], x.Marks[:x.Trusted], 0), 0
			hasEnded = walked > 0 && len(r.frames) == 1 && r.skipped == 0
			if walked == 0 { // the marks are those of a string with many escapes, which must not be walked over too often
				wanted = 2 * x.Trusted
			}
		case found: // if the document has ended, the kernel accepts only white space here
		case short:
			f.drop(x)
			if !f.fill() {
				return false, true
			}
		default:
			return x.Valid && hasEnded, true
		}
	}
	return false, true
}
