package fmtcmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// leastLarge is the size in bytes of a file that is formatted without reading it into memory.
const leastLarge = 4 << 20

// openLarge opens a file that is so large that neither the file nor the result should be kept in
// memory. It returns nil for other files, for a file that begins with a byte order mark, and if a diff or
// [format.Options.ExactNumbers] is wanted. It also returns nil if [format.Copy] would read the file into
// memory, unless it is read only once, to be printed.
func (f formatter) openLarge(path string, o format.Options) (*os.File, error) {
	inMemory := o.Records || o.Canonical || o.ASCII || o.Order != format.KeepOrder
	if path == input.Stdin || store.Is(path) || f.Diff || o.ExactNumbers || o.Dialect != dialect.JSON || inMemory && !f.prints() {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() < leastLarge {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	mark := make([]byte, len(byteOrderMark))
	if n, _ := file.ReadAt(mark, 0); string(mark[:n]) == byteOrderMark {
		return nil, file.Close()
	}
	return file, nil
}

// A largeFile is an [os.File].
type largeFile interface {
	io.ReadSeekCloser
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// formatLarge formats a file piece by piece. The file is checked before anything is written. With
// --write, the file is replaced only after all of it has been formatted. If the file changes in the
// meantime, the error is [format.ErrChanged]; with --write, it is [outputs.ErrChanged], as for small files.
func (f formatter) formatLarge(file largeFile, path string, o format.Options, done *formatted) error {
	err := f.formatPieces(file, path, o, done)
	if f.fmt.write && errors.Is(err, format.ErrChanged) {
		return outputs.ErrChanged
	}
	return err
}

// formatPieces is like formatLarge, but the error is [format.ErrChanged] even with --write.
func (f formatter) formatPieces(file largeFile, path string, o format.Options, done *formatted) error {
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	to, passes := io.Writer(&comparison{with: io.NewSectionReader(file, 0, 1<<62)}), 2
	switch {
	case f.prints():
		to = f.Std.Out
	case f.fmt.write:
		passes = 4
	}
	from := &countedReader{ReadSeeker: file, part: done.part, passes: int64(passes)}
	err = format.Copy(context.Background(), to, from, o)
	if c, ok := to.(*comparison); ok {
		if err == nil {
			err = c.end()
		}
		if input.HasChanged(file, opened) { // parts of two texts have been compared
			return format.ErrChanged
		}
	}
	var bad *tokenizer.SyntaxError
	switch {
	case errors.As(err, &bad):
		in := lint.JSON
		if o.Records {
			in = lint.NDJSON
		}
		p, message := command.ExplainFormat(nil, err)
		done.reportAt(report.PlaceOf(err, p, io.NewSectionReader(file, 0, 1<<62), in), message)
		return nil
	case err != errDiffers:
		return err
	case !f.fmt.write:
		done.status = command.StatusFindings
		done.out = []byte(report.Path(done.name) + "\n")
		return nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	version, err := outputs.ReadVersion(file)
	if err != nil {
		return err
	}
	return outputs.ReplaceBy(path, version, func(new io.Writer) error {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := format.Copy(context.Background(), new, from, o); err != nil {
			if errors.As(err, &bad) { // it was valid before
				return format.ErrChanged
			}
			return err
		}
		return file.Close() // Windows does not replace a file that is open
	})
}

// errDiffers is the error of a comparison with a text that differs.
var errDiffers = errors.New("the texts differ")

// A comparison is a writer that compares what is written with what a reader returns.
type comparison struct {
	with io.Reader
	buf  []byte
}

func (c *comparison) Write(p []byte) (int, error) {
	if len(c.buf) < len(p) {
		c.buf = make([]byte, len(p))
	}
	n, err := io.ReadFull(c.with, c.buf[:len(p)])
	if err == io.EOF || err == io.ErrUnexpectedEOF || err == nil && !bytes.Equal(c.buf[:n], p) {
		return 0, errDiffers
	}
	return n, err
}

// end compares the ends of the texts.
func (c *comparison) end() error {
	if n, err := io.ReadFull(c.with, make([]byte, 1)); n > 0 || err != io.EOF {
		return errDiffers
	}
	return nil
}

// A countedReader reads a file several times, and adds to the progress as if it were read once, more slowly.
type countedReader struct {
	io.ReadSeeker
	part   *progress.Part
	passes int64 // how often the file is read
	read   int64 // the number of bytes read
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.read += int64(n)
	c.part.At(c.read / c.passes)
	return n, err
}
