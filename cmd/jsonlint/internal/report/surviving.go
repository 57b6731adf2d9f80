package report

import (
	"bufio"
	"errors"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
)

// surviving is a [Format] that continues after a panic of the format that it wraps. It relies on
// formats to write only whole elements: the output for a file up to the panic must be well-formed.
type surviving struct {
	Format
	w *bufio.Writer
}

// File reports a panic as trouble with the file, in the same format, and returns it.
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

// End flushes everything written before, even if it panics.
func (s *surviving) End(sum *Summary) error {
	err := crash.Catch(func() error { return s.Format.End(sum) })
	if crash.Of(err) != nil {
		return errors.Join(err, s.w.Flush())
	}
	return err
}
