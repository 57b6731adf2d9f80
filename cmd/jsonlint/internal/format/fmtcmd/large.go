package fmtcmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// leastLarge is the size in bytes of a file that is formatted without reading it into memory.
const leastLarge = 4 << 20

// openLarge opens a file that is so large that neither the file nor the result should be kept in
// memory. It returns nil for other files and texts, for a file that begins with a byte order mark, and if a diff or
// [format.Options.ExactNumbers] is wanted. It also returns nil if [format.Copy] would read the file into
// memory, unless it is read only once, to be printed.
func (f formatter) openLarge(file input.File, o format.Options) (*os.File, error) {
	inMemory := o.Records || o.Canonical || o.ASCII || o.Order != format.KeepOrder
	if isText(file) || store.Is(file.Name) || f.Diff || o.ExactNumbers || o.Dialect != dialect.JSON || inMemory && !f.Prints {
		return nil, nil
	}
	info, err := os.Stat(file.Name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() < leastLarge {
		return nil, nil
	}
	large, err := os.Open(file.Name)
	if err != nil {
		return nil, err
	}
	mark := make([]byte, len(byteOrderMark))
	if n, _ := large.ReadAt(mark, 0); string(mark[:n]) == byteOrderMark {
		return nil, large.Close()
	}
	return large, nil
}

// openDocument is like openLarge, but adapts the settings to the beginning of the file before. It returns nil for a file that is then not a
// document in JSON.
func (f formatter) openDocument(file input.File, h *command.FileSettings, o format.Options) (*os.File, error) {
	large, err := f.openLarge(file, o)
	if large == nil || err != nil || !h.Adapts() {
		return large, err
	}
	head := make([]byte, command.DeclaredWithin)
	n, _ := large.ReadAt(head, 0) // the next read returns the error again
	if isYAML := f.Adapt(h, head[:n]); isYAML || h.Dialect != lint.JSON {
		return nil, large.Close()
	}
	return large, nil
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
func (f formatter) formatLarge(file largeFile, path string, h *command.FileSettings, o format.Options, out *command.Outcome) error {
	err := f.formatPieces(file, path, h, o, out)
	if f.fmt.write && errors.Is(err, format.ErrChanged) {
		return outputs.ErrChanged
	}
	return err
}

// formatPieces is like formatLarge, but the error is [format.ErrChanged] even with --write.
func (f formatter) formatPieces(file largeFile, path string, h *command.FileSettings, o format.Options, out *command.Outcome) error {
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	compared := &comparison{with: io.NewSectionReader(file, 0, 1<<62)}
	to, passes := io.Writer(compared), 2
	switch {
	case f.Prints:
		to = f.Std.Out
	case f.fmt.write:
		passes = 4
	}
	from := &countedReader{ReadSeeker: file, part: out.Part, passes: int64(passes)}
	err = format.Copy(context.Background(), to, from, o)
	if !f.Prints {
		if err == nil {
			err = compared.end()
		}
		if input.HasChanged(file, opened) { // parts of two texts have been compared
			return format.ErrChanged
		}
	}
	var bad *tokenizer.SyntaxError
	switch {
	case errors.As(err, &bad):
		return f.fails(path, h, io.NewSectionReader(file, 0, 1<<62), command.Inconvertible(nil, 0, err), out)
	case err == errDiffers && f.fmt.write:
		return f.replaceLarge(file, path, from, o, out)
	case err == errDiffers:
		at, err := locate(file, compared.same)
		if err != nil {
			return format.ErrChanged
		}
		d := command.Unformatted(nil, 0)
		d.Span = lint.Span{Offset: compared.same, Start: at, End: at}
		f.differs(opened.Size(), d, out)
		return nil
	}
	out.Report = &lint.Report{Bytes: opened.Size()}
	return err
}

// replaceLarge replaces a file that has been checked by its formatted text.
func (f formatter) replaceLarge(file largeFile, path string, from io.ReadSeeker, o format.Options, out *command.Outcome) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	version, err := outputs.ReadVersion(file)
	if err != nil {
		return err
	}
	err = outputs.ReplaceBy(path, version, func(new io.Writer) error {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := format.Copy(context.Background(), new, from, o); err != nil {
			if bad := (*tokenizer.SyntaxError)(nil); errors.As(err, &bad) { // it was valid before
				return format.ErrChanged
			}
			return err
		}
		return file.Close() // Windows does not replace a file that is open
	})
	if err == nil {
		out.Report, out.Fixed = new(lint.Report), 1
	}
	return err
}

// locate returns the position of an offset in a valid text, which it reads up to there.
func locate(text io.ReaderAt, offset int64) (tokenizer.Position, error) {
	at := place.Start
	window := make([]byte, 64<<10)
	for begin := int64(0); begin < offset; {
		n, err := text.ReadAt(window, begin)
		end := int(min(int64(n), offset-begin))
		if end == 0 {
			return tokenizer.Position(at), err
		}
		if begin+int64(end) < offset {
			end = wholeLen(window[:end])
		}
		at.Pass(window[:n], 0, end)
		begin += int64(end)
	}
	return tokenizer.Position(at), nil
}

// wholeLen returns the length of a part of a valid text without what is not whole at its end: a character, or a line end that begins with CR.
func wholeLen(part []byte) int {
	n := len(part)
	for i := n - 1; i >= 0 && i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(part[i]) {
			if !utf8.FullRune(part[i:]) {
				n = i
			}
			break
		}
	}
	if n > 1 && part[n-1] == '\r' {
		n--
	}
	return n
}

// errDiffers is the error of a comparison with a text that differs.
var errDiffers = errors.New("the texts differ")

// A comparison is a writer that compares what is written with what a reader returns.
type comparison struct {
	with io.Reader
	buf  []byte
	same int64 // number of bytes at the start of the two texts that are equal
}

func (c *comparison) Write(p []byte) (int, error) {
	if len(c.buf) < len(p) {
		c.buf = make([]byte, len(p))
	}
	n, err := io.ReadFull(c.with, c.buf[:len(p)])
	same := commonPrefix(c.buf[:n], p)
	c.same += int64(same)
	if err == io.EOF || err == io.ErrUnexpectedEOF || err == nil && same < n {
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
