package input

import (
	"bufio"
	"encoding/binary"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/data/recordindex"
	"github.com/assayjson/assay/internal/data/unpack"
)

// FormOf returns the form of the file with the given name.
func FormOf(name string) recordindex.Form {
	switch unpack.FormOf(name) {
	case unpack.Gzip:
		return recordindex.Gzip
	case unpack.Zstd:
		return recordindex.Zstd
	}
	return recordindex.Plain
}

// OpenAt returns the text of a compressed file of size bytes, from a point on. The points of the text are the starts of
// gzip members or of zstd frames, as far as they have been read.
func OpenAt(file io.ReaderAt, size int64, form recordindex.Form, from recordindex.Point) (recordindex.Text, error) {
	t := &seekable{file: file, size: size, form: form, points: []recordindex.Point{from}, read: from.Text}
	t.source.r, t.source.at = io.NewSectionReader(file, from.Source, size-from.Source), from.Source
	t.in = bufio.NewReaderSize(&t.source, 64<<10)
	if err := t.begin(); err != nil {
		return nil, err
	}
	return t, nil
}

// A seekable is the text of a compressed file. It remembers where in the file a decompressor could start.
type seekable struct {
	file   io.ReaderAt
	size   int64
	form   recordindex.Form
	source counter
	in     *bufio.Reader
	text   io.Reader // decompresses up to the next point
	next   int64     // offset in the file of the next point, if it is known in advance
	read   int64     // offset of the text that has been read
	failed error
	zstd   *unpack.Restartable // or nil

	mu     sync.Mutex
	points []recordindex.Point // guarded by mu
}

// A counter counts the bytes that are read from r.
type counter struct {
	r  io.Reader
	at int64 // offset in the file
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.at += int64(n)
	return n, err
}

// begin begins to decompress at the current place.
func (t *seekable) begin() (err error) {
	head, err := t.in.Peek(unpack.HeadSize)
	if err != nil && err != io.EOF {
		return err
	}
	form := t.form.String()
	switch {
	case len(head) == 0:
		return &unpack.TruncatedError{Form: form}
	case unpack.Begins(form, head):
	case t.position() == 0:
		return unpack.NotAtAll(form)
	default:
		return unpack.Stray(form)
	}
	if t.form == recordindex.Gzip {
		t.text, err = unpack.NewMember(t.in, t.text)
	} else {
		if t.zstd == nil {
			t.zstd, err = unpack.NewRestartable()
		}
		t.next = zstdGroup(t.file, t.position(), t.size)
		if err == nil {
			t.text, err = t.zstd.Restart(io.LimitReader(t.in, t.next-t.position()))
		}
	}
	if err != nil {
		return unpack.Error(form, err)
	}
	return nil
}

// position returns the offset in the file of what will be decompressed next.
func (t *seekable) position() int64 { return t.source.at - int64(t.in.Buffered()) }

func (t *seekable) Read(p []byte) (int, error) {
	for t.failed == nil {
		n, err := t.text.Read(p)
		t.read += int64(n)
		switch {
		case err == io.EOF:
			t.failed = t.proceed()
		case err != nil:
			t.failed = unpack.Error(t.form.String(), err)
		}
		if n > 0 || len(p) == 0 {
			return n, nil
		}
	}
	return 0, t.failed
}

// proceed begins with the next point. At the end of the file, it returns io.EOF.
func (t *seekable) proceed() error {
	head, err := t.in.Peek(1)
	switch {
	case err != nil:
		return err // io.EOF at the end
	case head[0] == 0 && t.form == recordindex.Gzip:
		if _, err := unpack.SkipPadding(t.in); err != nil {
			return err
		}
		return unpack.Stray(t.form.String())
	}
	at := recordindex.Point{Source: t.position(), Text: t.read}
	if err := t.begin(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.points) >= mostPoints {
		t.points = everySecond(t.points)
	}
	t.points = append(t.points, at)
	return nil
}

// mostPoints is the maximum number of points that are remembered. A file can have millions of members without any text, and
// Before is only called for text.
const mostPoints = 4096

// everySecond removes every second point, but not the first one.
func everySecond(points []recordindex.Point) []recordindex.Point {
	n := 0
	for i := 0; i < len(points); i += 2 {
		points[n] = points[i]
		n++
	}
	return points[:n]
}

// Before implements recordindex.Text. It forgets the points before the one that it returns.
func (t *seekable) Before(text int64) recordindex.Point {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for n+1 < len(t.points) && t.points[n+1].Text <= text {
		n++
	}
	t.points = t.points[n:]
	return t.points[0]
}

func (t *seekable) Close() error {
	if t.zstd != nil {
		t.zstd.Close()
	}
	return nil
}

// leastGroup is the least number of bytes of zstd frames that are decompressed together, except at the end of the file.
const leastGroup = 64 << 10

// zstdGroup returns the offset of the end of a group of whole zstd frames that begins at an offset of the file. If the
// data is not valid, it returns the size of the file, and the decompressor will find the error.
func zstdGroup(r io.ReaderAt, begin, size int64) (end int64) {
	w := window{r: r, size: size}
	at := begin
	for at < size && at-begin < leastGroup {
		if at = w.frameEnd(at); at < 0 || at > size {
			return size
		}
	}
	return at
}

// A window reads a few bytes at increasing offsets.
type window struct {
	r     io.ReaderAt
	size  int64
	begin int64
	bytes []byte
}

// at returns n bytes at an offset, or fewer at the end of the file.
func (w *window) at(offset int64, n int) []byte {
	const room = 4096
	if offset < w.begin || offset+int64(n) > w.begin+int64(len(w.bytes)) {
		if w.bytes == nil {
			w.bytes = make([]byte, room)
		}
		read, _ := w.r.ReadAt(w.bytes[:room], offset) // after an error, bytes are missing, and the decompressor finds it again
		w.begin, w.bytes = offset, w.bytes[:read]
	}
	have := w.bytes[min(offset-w.begin, int64(len(w.bytes))):]
	return have[:min(n, len(have))]
}

// frameEnd returns the offset after a zstd frame or a skippable frame (RFC 8878, section 3.1), or -1.
func (w *window) frameEnd(at int64) int64 {
	const longestHead = 18
	head := w.at(at, longestHead)
	if len(head) < 8 {
		return -1
	}
	if string(head[1:4]) == unpack.SkippableZstd && head[0]&0xF0 == 0x50 {
		return at + 8 + int64(binary.LittleEndian.Uint32(head[4:]))
	}
	if string(head[:4]) != unpack.ZstdMagic {
		return -1
	}
	descriptor := head[4]
	isSingle := descriptor >> 5 & 1
	n := 5 + int64(1-isSingle) + int64([]byte{0, 1, 2, 4}[descriptor&3]) + int64([]byte{isSingle, 2, 4, 8}[descriptor>>6])
	for at += n; ; {
		b := w.at(at, 3)
		if len(b) < 3 {
			return -1
		}
		block := int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16
		const repeated = 1 // a block of this type has one byte
		length := block >> 3
		if block>>1&3 == repeated {
			length = 1
		}
		at += 3 + length
		if block&1 != 0 { // the last block
			return at + 4*int64(descriptor>>2&1) // the checksum
		}
	}
}
