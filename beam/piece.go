package assaybeam

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/gob"
	"errors"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/assayjson/assay/internal/data/shards"
)

// A piece has the results for one piece of a file. Its fields are exported for the coder.
type piece struct {
	File     string
	Index    int64 // of the file
	Stored   int64 // the size of the file as it is
	FileSize int64 // negative for a compressed file, whose text has another size
	Mark     bool  // the file begins with a byte order mark

	From, Bytes             int64 // the text of the piece
	Records, Bad, Lines     int64
	GoodBytes, BadBytes     int64
	GoodOpen, BadOpen       bool
	Errors, Warnings, Infos int64
	Found                   []byte // see foundWriter; empty if it is in a file
	FoundName, GoodName     string // names of files with what was found, and with the good text; or empty
}

func (p *piece) setSums(s *shards.Sums) {
	p.From, p.Bytes, p.Records, p.Bad, p.Lines = s.Start, s.Bytes, s.Records, s.Bad, s.Lines
	p.GoodBytes, p.BadBytes, p.GoodOpen, p.BadOpen = s.GoodBytes, s.BadBytes, s.GoodOpen, s.BadOpen
	p.Errors, p.Warnings, p.Infos = s.Errors, s.Warnings, s.Infos
}

func (p *piece) sums() *shards.Sums {
	return &shards.Sums{
		Totals: shards.Totals{Records: p.Records, Bad: p.Bad, Bytes: p.Bytes, GoodBytes: p.GoodBytes, BadBytes: p.BadBytes},
		Start:  p.From, Lines: p.Lines, GoodOpen: p.GoodOpen, BadOpen: p.BadOpen,
		Errors: p.Errors, Warnings: p.Warnings, Infos: p.Infos,
	}
}

// An item is what a foundWriter writes: a bad record, or the next part of the texts of the bad records. The
// text of a record may come before or after the record.
type item struct {
	Record *shards.Record
	Text   []byte
}

// A foundWriter collects what was found in a piece. It encodes items by package gob, which copies strings that
// are not UTF-8 unchanged.
type foundWriter struct {
	to   *gob.Encoder
	text []byte // collected for the next item, because an item for each record takes longer
}

// textSize is the length in bytes from which on collected texts become an item.
const textSize = 16 << 10

func newFoundWriter(w io.Writer) *foundWriter { return &foundWriter{to: gob.NewEncoder(w)} }

func (w *foundWriter) record(r *shards.Record) error { return w.to.Encode(item{Record: r}) }

// Write adds text. The method flush must be called at the end.
func (w *foundWriter) Write(p []byte) (n int, err error) {
	w.text = append(w.text, p...)
	if len(w.text) < textSize {
		return len(p), nil
	}
	return len(p), w.flush()
}

// flush writes the collected text.
func (w *foundWriter) flush() error {
	if len(w.text) == 0 {
		return nil
	}
	text := w.text
	w.text = w.text[:0]
	return w.to.Encode(item{Text: text})
}

// readFound passes what was found in the piece to the functions. They must not keep their parameters.
func (p *piece) readFound(ctx context.Context, record func(*shards.Record) error, text func([]byte) error) (err error) {
	var in io.Reader = bytes.NewReader(p.Found)
	if p.FoundName != "" {
		file, err := openFile(ctx, p.FoundName, 0)
		if err != nil {
			return named(p.FoundName, err)
		}
		defer file.Close() // it has been read to its end if nothing fails
		in = file
	}
	d := gob.NewDecoder(in)
	for {
		var i item
		switch err := d.Decode(&i); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case i.Record != nil:
			err = record(i.Record)
			if err != nil {
				return err
			}
		default:
			if err := text(i.Text); err != nil {
				return err
			}
		}
	}
}

// A storage keeps bytes in memory, or from some size on in a file.
type storage struct {
	ctx    context.Context
	folder string // without a folder, everything is in memory
	most   int    // how many bytes are kept in memory
	buf    []byte
	name   string // of the file, or empty
	file   io.WriteCloser
	fsys   filesystem.Interface
}

// Write implements [io.Writer]. The file is named in errors.
func (s *storage) Write(p []byte) (n int, err error) {
	if s.file == nil && (s.folder == "" || len(s.buf)+len(p) <= s.most) {
		s.buf = append(s.buf, p...)
		return len(p), nil
	}
	err = s.spill()
	if err == nil {
		n, err = s.file.Write(p)
	}
	if err != nil {
		err = named(s.name, err)
	}
	return n, err
}

// spill moves the bytes to a file.
func (s *storage) spill() (err error) {
	if s.file != nil {
		return nil
	}
	s.name = strings.TrimSuffix(s.folder, "/") + "/" + rand.Text()
	if s.fsys, err = filesystem.New(s.ctx, s.name); err != nil {
		return err
	}
	if s.file, err = s.fsys.OpenWrite(s.ctx, s.name); err != nil {
		s.file = nil // may be a nil pointer
		return errors.Join(err, s.fsys.Close())
	}
	_, err = s.file.Write(s.buf)
	s.buf = nil
	return err
}

// close completes the file, if there is one.
func (s *storage) close() error {
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Close(), s.fsys.Close())
	s.file = nil
	if err != nil {
		err = named(s.name, err)
	}
	return err
}
