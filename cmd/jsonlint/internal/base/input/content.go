package input

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/data/unpack"
)

// Whole is the largest size in bytes of a file that is read into memory as a whole. Larger files
// are streamed.
const Whole = 16 << 20

// A Content holds the contents of a file: the whole text, or a stream.
type Content struct {
	Data   []byte
	Stream io.Reader // if not nil, used instead of Data

	opened  fs.FileInfo   // of the stream when it was opened; nil if it is not a regular file
	buffer  *[]byte       // the pooled buffer that holds Data
	piped   *tally        // counts what has been read from a pipe in advance; or nil
	packed  unpack.Padded // decompresses the contents; or nil
	closers []func()
}

// buffers contains buffers for files that are read as a whole.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// All returns all of the content. The bytes are valid until the content is closed.
func (c *Content) All() ([]byte, error) {
	if c.Stream == nil {
		return c.Data, nil
	}
	return io.ReadAll(c.Stream)
}

// HasChanged reports whether the stream is a file that has been changed since it was opened.
func (c *Content) HasChanged() bool {
	file, ok := c.Stream.(*os.File)
	return ok && c.opened != nil && HasChanged(file, c.opened)
}

// HasChanged reports whether a file has been changed since its Stat method returned opened.
func HasChanged(file interface{ Stat() (fs.FileInfo, error) }, opened fs.FileInfo) bool {
	now, err := file.Stat()
	return err != nil || now.Size() != opened.Size() || !now.ModTime().Equal(opened.ModTime())
}

// Reader returns a reader for the content.
func (c *Content) Reader() io.Reader {
	if c.Stream == nil {
		return bytes.NewReader(c.Data)
	}
	return c.Stream
}

// unpack decompresses the stream if the name has the extension of a compressed file.
func (c *Content) unpack(name string) error {
	form := unpack.FormOf(name)
	if form == "" {
		return nil
	}
	z, err := unpack.NewReader(c.Stream, form)
	if err != nil {
		return err
	}
	c.Stream = z
	c.packed, _ = z.(unpack.Padded)
	c.closers = append(c.closers, func() { z.Close() })
	return nil
}

// Padding returns the number of zero bytes after the data of a compressed file, once all of it has been read.
func (c *Content) Padding() int64 {
	if c.packed == nil {
		return 0
	}
	return c.packed.Padding()
}

// hold replaces the stream with Data if the contents are already in memory, or reads a regular file into Data.
// Contents of more than limit bytes stay a stream, because checking a stream takes less memory.
func (c *Content) hold(f File, limit int64) error {
	if _, ok := c.Stream.(*bytes.Reader); ok && f.Held {
		if int64(len(f.Data)) > limit {
			return nil
		}
		c.Data, c.Stream = f.Data, nil
		return nil
	}
	size, known, err := c.size()
	if err != nil || !known || size > limit {
		return err
	}
	c.buffer = buffers.Get().(*[]byte)
	c.Data, err = readInto((*c.buffer)[:0], c.Stream, int(size))
	*c.buffer = c.Data[:0]
	c.Stream = nil
	return err
}

// size returns the size of a stream in bytes if the stream is a regular file or an object.
func (c *Content) size() (size int64, known bool, err error) {
	switch s := c.Stream.(type) {
	case store.Reader:
		return s.Object().Size, true, nil
	case *os.File:
		info, err := s.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return 0, false, err
		}
		c.opened = info
		return info.Size(), true, nil
	}
	return 0, false, nil
}

// readInto appends the contents of file to b. The size is the expected number of bytes.
func readInto(b []byte, file io.Reader, size int) ([]byte, error) {
	if cap(b) <= size {
		b = make([]byte, 0, max(size+1, 4096)) // one byte more than size, so that the end is detected without growing
	}
	for {
		n, err := file.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}

// Close releases all resources.
func (c *Content) Close() {
	for _, f := range slices.Backward(c.closers) {
		f()
	}
	if c.buffer != nil && cap(*c.buffer) <= mostKept {
		buffers.Put(c.buffer)
	}
	*c = Content{}
}

// mostKept is the largest capacity in bytes of a buffer that is kept for other files.
const mostKept = 4 << 20
