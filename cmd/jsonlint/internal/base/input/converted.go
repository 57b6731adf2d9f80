package input

import (
	"io"
	"os"

	"github.com/assayjson/assay/internal/engine/reading"
)

// convert replaces the stream with its text: it decompresses the stream if name has the extension
// of a compressed file, and decodes the result unless decode is nil. Another goroutine does this in
// advance. If the stream is a regular file, the text is a [reading.Restarter].
func (c *Content) convert(name string, decode func(io.Reader) io.Reader) error {
	if Unpacked(name) == name && decode == nil {
		return nil
	}
	t := &converted{source: c.Stream, name: name, decode: decode}
	if err := t.begin(); err != nil {
		return err
	}
	c.Stream, c.packed = t, t
	if file, ok := t.source.(*os.File); ok {
		if size, ok := reading.RegularSize(file); ok {
			if Unpacked(name) != name {
				size *= ratio
			}
			c.Stream = &restarting{t, file, size}
		}
	}
	c.closers = append(c.closers, t.end)
	return nil
}

// ratio is a low estimate of the length of a text divided by the size of its compressed file.
const ratio = 4

// A converted is a text that is made from a source.
type converted struct {
	source io.Reader
	name   string
	decode func(io.Reader) io.Reader
	text   *Content
	count  tally // outlives the restarts
}

// begin starts the conversion at the current offset of the source.
func (t *converted) begin() error {
	t.count.reset()
	text := &Content{Stream: &counted{t.source, &t.count}}
	t.text = text
	if err := text.unpack(t.name); err != nil {
		t.end()
		return err
	}
	if t.decode != nil {
		text.Stream = t.decode(text.Stream)
	}
	if reading.Ahead(text.Stream, true) {
		var stop func()
		text.Stream, stop = readAhead(text.Stream)
		text.closers = append(text.closers, stop)
	}
	return nil
}

// end stops the conversion. The source is not in use afterwards.
func (t *converted) end() { t.text.Close() }

func (t *converted) Read(p []byte) (int, error) { return t.text.Stream.Read(p) }

// Padding implements [unpack.Padded].
func (t *converted) Padding() int64 { return t.text.Padding() }

// A restarting is a converted text whose source is a regular file. It implements
// [reading.Restarter].
type restarting struct {
	*converted
	file *os.File
	size int64
}

func (r *restarting) Size() int64 { return r.size }

func (r *restarting) Restart() error {
	r.end()
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return r.begin()
}
