package input

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"

	"github.com/assayjson/assay/internal/engine/reading"
)

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

// OnRead calls f with the number of bytes that have been read from the file, now and whenever it changes, if the text is made from
// the contents of the file by decompressing or decoding it, or if the file is a pipe that is read ahead. Otherwise, OnRead does
// nothing and reports false. After the text has been restarted, counting starts at 0 again. Another goroutine may call f, but only
// one at a time.
func (c *Content) OnRead(f func(n int64)) bool {
	if c.piped != nil {
		c.piped.watch(f)
		return true
	}
	var t *converted
	switch s := c.Stream.(type) {
	case *converted:
		t = s
	case *restarting:
		t = s.converted
	default:
		return false
	}
	t.count.watch(f)
	return true
}
