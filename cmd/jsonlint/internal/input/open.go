package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/reading"
)

// Whole is how long a file may be to be read at once; longer ones are streams.
const Whole = 16 << 20

// A Content is what is in a file: the whole text, or a stream.
type Content struct {
	Data   []byte
	Stream io.Reader // instead of Data, if it isn't nil

	buffer  *[]byte // that Data is in
	closers []func()
}

// buffers are for files that are read whole.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Open returns what is in the file; stdin is what is in [Stdin]. name is the one that tells
// whether it is compressed, and decode makes UTF-8 of it if it isn't nil. The caller closes
// the content, and then its Data are gone.
func Open(f File, name string, stdin io.Reader, decode func(io.Reader) io.Reader) (*Content, error) {
	return open(f, name, stdin, decode, Whole)
}

// Guarded returns a reader that reads from r, and that returns an error if r breaks the contract of [io.Reader].
// Files keep it; they are returned as they are, because they can seek.
func Guarded(r io.Reader) io.Reader {
	if file, ok := r.(*os.File); ok {
		return file
	}
	return &reading.Reader{R: r}
}

// All returns all that is in the content, which is good until it is closed.
func (c *Content) All() ([]byte, error) {
	if c.Stream == nil {
		return c.Data, nil
	}
	return io.ReadAll(c.Stream)
}

// open is Open for files that are read whole if they have no more than most bytes.
func open(f File, name string, stdin io.Reader, decode func(io.Reader) io.Reader, most int64) (*Content, error) {
	c := &Content{}
	switch {
	case f.Held:
		c.Stream = bytes.NewReader(f.Data)
	case f.Name == Stdin:
		c.Stream = Guarded(stdin)
	default:
		file, err := os.Open(f.Name)
		if err != nil {
			return nil, err
		}
		c.closers = append(c.closers, func() { file.Close() })
		c.Stream = file
	}
	if err := c.unpack(name); err != nil {
		c.Close()
		return nil, err
	}
	if decode != nil {
		c.Stream = decode(c.Stream)
	}
	if err := c.hold(f, most); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// unpack decompresses the stream, if that is what its name says.
func (c *Content) unpack(name string) error {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		if err := c.expect("gzip", isGzip); err != nil {
			return err
		}
		r := c.Stream.(*bufio.Reader) // since expect has peeked into it
		z, err := gzip.NewReader(r)
		if err != nil {
			return unpackError("gzip", err)
		}
		z.Multistream(false)
		c.Stream = unpacker{&members{z, r}, "gzip"}
	case ".zst":
		if err := c.expect("zstd", isZstd); err != nil {
			return err
		}
		z, err := zstd.NewReader(c.Stream, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return unpackError("zstd", err)
		}
		c.Stream = unpacker{z, "zstd"}
		c.closers = append(c.closers, z.Close)
	}
	return nil
}

// expect returns an error if the stream does not begin like compressed data; it goes on as if
// nothing had been read. A stream that ends before that can be told has been cut off.
func (c *Content) expect(form string, begins func(head []byte) bool) error {
	r := bufio.NewReader(c.Stream)
	c.Stream = r
	head, err := r.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		return err
	}
	if !begins(head) {
		return fmt.Errorf("not valid %s data, despite its name", form)
	}
	return nil
}

// The first bytes of compressed data: RFC 1952, section 2.3.1, and RFC 8878, sections 3.1.1 and
// 3.1.2.
const (
	gzipMagic     = "\x1f\x8b"
	zstdMagic     = "\x28\xb5\x2f\xfd"
	skippableZstd = "\x2a\x4d\x18" // behind a byte from 50 to 5F
)

// isGzip reports whether gzip data may begin with head.
func isGzip(head []byte) bool { return agrees(head, gzipMagic) }

// isZstd reports whether zstd data may begin with head. An empty head agrees with the first magic.
func isZstd(head []byte) bool {
	return agrees(head, zstdMagic) || head[0]&0xF0 == 0x50 && agrees(head[1:], skippableZstd)
}

// agrees reports whether head begins with magic, or is the beginning of it.
func agrees(head []byte, magic string) bool {
	n := min(len(head), len(magic))
	return string(head[:n]) == magic[:n]
}

// members reads all members of gzip data, which r has. The decompressor would do that by itself, but takes
// a few other bytes behind the last member for a header that has been cut off.
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

// An unpacker reads from a decompressor, and says what is wrong with the compressed file.
type unpacker struct {
	io.Reader
	form string
}

func (u unpacker) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = unpackError(u.form, err)
	}
	return n, err
}

// unpackError returns an error of a decompressor in words that tell what to do. The data begins as
// it should.
func unpackError(form string, err error) error {
	var unread *fs.PathError
	switch {
	case errors.As(err, &unread):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the %s data ends too early; the file has been cut off", form)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrMagicMismatch):
		return fmt.Errorf("the %s data is followed by something else", form)
	}
	return fmt.Errorf("the %s data is damaged (%s)", form, strings.TrimPrefix(err.Error(), form+": "))
}

// hold reads the stream into memory if it is a file of no more than most bytes, or in memory
// anyway.
func (c *Content) hold(f File, most int64) error {
	if _, ok := c.Stream.(*bytes.Reader); ok && f.Held {
		c.Data, c.Stream = f.Data, nil
		return nil
	}
	file, ok := c.Stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return err
	}
	c.buffer = buffers.Get().(*[]byte)
	c.Data, err = readInto((*c.buffer)[:0], file, int(info.Size()))
	*c.buffer = c.Data[:0]
	c.Stream = nil
	return err
}

// readInto appends all that file has, which is likely to be size bytes, to b.
func readInto(b []byte, file *os.File, size int) ([]byte, error) {
	if cap(b) <= size {
		b = make([]byte, 0, max(size+1, 4096)) // one more, to see the end without growing
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

// Head returns what the content begins with: n bytes, or as many as there are. The stream goes on as if nothing had been read.
func (c *Content) Head(n int) []byte {
	if c.Stream == nil {
		return c.Data[:min(n, len(c.Data))]
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
	head, _ := buffered.Peek(n) // an error comes again with the next read
	return head
}

// Close gives everything back.
func (c *Content) Close() {
	for _, f := range c.closers {
		f()
	}
	if c.buffer != nil && cap(*c.buffer) <= mostKept {
		buffers.Put(c.buffer)
	}
	*c = Content{}
}

// mostKept is the longest buffer that is kept for other files.
const mostKept = 4 << 20
