package report

import (
	"bufio"
	"errors"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
)

// surviving is a [Format] that wraps another format and continues after a panic of that format. The
// wrapped format must write only whole elements, so that its output is well-formed up to the panic.
type surviving struct {
	Format
	w *bufio.Writer
}

// File calls File of the wrapped format. If that method panics, File writes the panic as trouble
// with the file and returns the panic.
func (s *surviving) File(f *File) error {
	err := crash.Catch(func() error { return s.Format.File(f) })
	if crash.Of(err) == nil {
		return err
	}
	note := &File{Name: f.Name, Dialect: f.Dialect, Decoded: f.Decoded, Trouble: errors.New(err.Error())}
	if again := crash.Catch(func() error { return s.Format.File(note) }); again != nil && crash.Of(again) == nil {
		return again // nothing can be written
	}
	return err
}

// End flushes the output even if End of the wrapped format panics.
func (s *surviving) End(sum *Summary) error {
	err := crash.Catch(func() error { return s.Format.End(sum) })
	if crash.Of(err) != nil {
		return errors.Join(err, s.w.Flush())
	}
	return err
}
