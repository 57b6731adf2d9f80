package input

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/store"
	"github.com/assayjson/assay/internal/unpack"
)

// Whole is the largest size in bytes of a file that is read into memory as a whole. Larger files
// are streamed.
const Whole = 16 << 20

// A Content holds the contents of a file: the whole text, or a stream.
type Content struct {
	Data   []byte
	Stream io.Reader // if not nil, used instead of Data

	buffer  *[]byte // the pooled buffer that holds Data
	piped   *tally  // counts what has been read from a pipe in advance; or nil
	closers []func()
}

// buffers contains buffers for files that are read as a whole.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Open returns the contents of a file. If the file is [Stdin], the contents are read from stdin. The
// contents of an object are read from its store, and never mix two versions of the object. If
// name has the extension of a compressed file, the contents are decompressed. If decode is not nil,
// it converts the contents to UTF-8. The caller must close the content, and must not use its Data
// afterwards.
func Open(f File, name string, stdin io.Reader, decode func(io.Reader) io.Reader) (*Content, error) {
	return open(f, name, stdin, decode, Whole)
}

// Read returns the contents of a file, which belong to the caller. The parameters are those of [Open].
func Read(f File, name string, stdin io.Reader) ([]byte, error) {
	c, err := Open(f, name, stdin, nil)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	text, err := c.All()
	return bytes.Clone(text), err
}

// Guarded returns a reader that reads from r. It returns an error if r breaks the contract of
// [io.Reader]. A file is returned unchanged, because it honors the contract and can seek.
func Guarded(r io.Reader) io.Reader {
	if file, ok := r.(*os.File); ok {
		return file
	}
	return &reading.Reader{R: r}
}

// All returns all of the content. The bytes are valid until the content is closed.
func (c *Content) All() ([]byte, error) {
	if c.Stream == nil {
		return c.Data, nil
	}
	return io.ReadAll(c.Stream)
}

// Reader returns a reader for the content.
func (c *Content) Reader() io.Reader {
	if c.Stream == nil {
		return bytes.NewReader(c.Data)
	}
	return c.Stream
}

// open is like Open, but uses limit instead of Whole.
func open(f File, name string, stdin io.Reader, decode func(io.Reader) io.Reader, limit int64) (*Content, error) {
	c := &Content{}
	switch {
	case f.Held:
		c.Stream = bytes.NewReader(f.Data)
	case f.Name == Stdin:
		c.Stream = Guarded(stdin)
	case f.Err != nil:
		return nil, f.Err
	case f.Store != nil:
		object, err := f.Store.Open(context.Background(), f.Name, "", 0)
		if err != nil {
			return nil, err
		}
		c.closers = append(c.closers, func() { object.Close() })
		c.Stream = object
		name = StoredName(name, object.Object().Encoding)
	default:
		file, err := os.Open(f.Name)
		if err != nil {
			return nil, err
		}
		c.closers = append(c.closers, func() { file.Close() })
		c.Stream = file
	}
	if err := c.convert(name, decode); err != nil {
		c.Close()
		return nil, err
	}
	if err := c.hold(f, limit); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
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
	c.closers = append(c.closers, func() { z.Close() })
	return nil
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

// Head returns the first n bytes of the content, or all of it if there are fewer bytes. It does not
// consume any of the stream.
func (c *Content) Head(n int) []byte {
	if c.Stream == nil {
		return c.Data[:min(n, len(c.Data))]
	}
	if r, ok := c.Stream.(*restarting); ok {
		return r.text.Head(n)
	}
	if seeker, ok := c.Stream.(io.Seeker); ok {
		if at, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			head := make([]byte, n)
			n, _ := io.ReadFull(c.Stream, head)
			if _, err := seeker.Seek(at, io.SeekStart); err == nil {
				return head[:n]
			}
		}
	}
	buffered := bufio.NewReaderSize(c.Stream, n)
	c.Stream = buffered
	head, _ := buffered.Peek(n) // the error can be ignored, because the next read returns it again
	return head
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
