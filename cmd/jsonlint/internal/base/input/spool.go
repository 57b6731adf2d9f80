package input

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/stream"
)

// A spool is a stream that can be read again once, although it is a pipe. What it returns before that, it also writes to a file. It
// implements [reading.Restarter].
type spool struct {
	stream io.Reader // repeats its error
	text   io.Reader // what Read returns
	file   *os.File
	size   int64  // number of bytes in the file
	most   int64  // the largest size
	excess []byte // what has been read after that
	again  bool   // the text has begun again
}

// spoolBeginning is the length of the beginning of a text that is examined. A shorter text is not kept.
const spoolBeginning = 1 << 20

// Spool makes it possible to read the stream again once, if it is a pipe and begins with a large object: a check that cannot read the text
// again must remember the names of such an object. The stream becomes a [reading.Restarter]. Its text is in a temporary file without a
// name, which vanishes with the program.
func (c *Content) Spool() {
	const mostInFile = 256 << 20
	if seeker, ok := c.Stream.(io.Seeker); ok {
		if _, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			return
		}
	}
	if _, ok := c.Stream.(reading.Restarter); ok || c.Stream == nil {
		return
	}
	stream, head := &reading.Reader{R: c.Stream}, make([]byte, spoolBeginning)
	n, _ := io.ReadFull(stream, head)
	head = head[:n]
	c.Stream = io.MultiReader(bytes.NewReader(head), stream)
	if n < spoolBeginning || !beginsLargeObject(head) {
		return
	}
	if file, err := unnamedFile(); err == nil {
		c.closers = append(c.closers, func() { file.Close() })
		s := &spool{stream: c.Stream, file: file, most: mostInFile}
		s.text = kept{s}
		c.Stream = s
	}
}

// beginsLargeObject reports whether the objects that are open at the last comma of a text, which may be invalid, have many members.
func beginsLargeObject(text []byte) bool {
	const many = 4 << 10
	verdict := stream.NewVerdict(stream.Config{Rules: scan.Plain(1 << 10)})
	verdict.Write(text)
	var outline place.Outline
	outline.Begin()
	if end := place.LastComma(text[:verdict.Progress.Valid]) + 1; end > 0 {
		outline.Advance(text[:end])
	}
	return outline.Count() > many
}

// unnamedFile returns a temporary file without a name, which not all systems have.
func unnamedFile() (*os.File, error) {
	file, err := os.CreateTemp("", "jsonlint-*.tmp")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		file.Close()
		os.Remove(file.Name())
		return nil, err
	}
	return file, nil
}

func (s *spool) Read(p []byte) (n int, err error) { return s.text.Read(p) }

// Size returns a number of bytes that the text has at least.
func (s *spool) Size() int64 { return spoolBeginning }

// Restart makes the text begin again, once: what is read after that is not kept.
func (s *spool) Restart() error {
	if s.again {
		return errNotKept
	}
	s.again = true
	s.text = io.MultiReader(io.NewSectionReader(s.file, 0, s.size), bytes.NewReader(s.excess), s.stream)
	return nil
}

// errNotKept is the error of a spool that has begun again before, and that of a kept reader that cannot write more to its file.
var errNotKept = errors.New("the rest of the text can be read only once")

// A kept reader reads the stream of a spool for the first time.
type kept struct{ *spool }

func (k kept) Read(p []byte) (n int, err error) {
	n, err = k.stream.Read(p)
	if _, failed := k.file.Write(p[:n]); failed == nil && k.size+int64(n) <= k.most {
		k.size += int64(n)
		return n, err
	}
	k.excess = bytes.Clone(p[:n])
	return 0, errNotKept
}
