package assaybeam

import (
	"context"
	"errors"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/unpack"
)

// A FileError is the error of a file.
type FileError struct {
	File string
	Err  error
}

func (e *FileError) Error() string { return e.File + ": " + e.Err.Error() }

// Unwrap returns e.Err.
func (e *FileError) Unwrap() error { return e.Err }

// named returns an error that names a file: the one that the error has already, or the given one.
func named(file string, err error) error {
	if errors.As(err, new(*FileError)) {
		return err
	}
	return &FileError{file, err}
}

// An input is a file to be checked. Its fields are exported for the coder.
type input struct {
	File  string
	Size  int64 // of the file as it is, in bytes
	Whole bool  // the file cannot be divided, because it is compressed or in a foreign format, or cannot be read from the middle
}

// describe examines a file.
func describe(ctx context.Context, name string, o *shards.Options) (input, error) {
	f := input{File: name}
	fsys, err := filesystem.New(ctx, name)
	if err != nil {
		return f, err
	}
	defer fsys.Close()
	in, err := fsys.OpenRead(ctx, name)
	if err != nil {
		return f, err
	}
	defer in.Close()
	if f.Size, err = size(ctx, fsys, in, name); err != nil {
		return f, err
	}
	if _, ok := in.(io.Seeker); !ok || unpack.FormOf(name) != "" {
		f.Whole = true
		return f, nil
	}
	head := make([]byte, shards.HeadSize)
	n, err := io.ReadFull(in, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return f, err
	}
	f.Whole = !o.IsDivisible(head[:n])
	return f, nil
}

// size returns the size of a file. A file that can seek is not opened once more for that.
func size(ctx context.Context, fsys filesystem.Interface, in io.Reader, name string) (int64, error) {
	s, ok := in.(io.Seeker)
	if !ok {
		return fsys.Size(ctx, name)
	}
	n, err := s.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = s.Seek(0, io.SeekStart)
	}
	return n, err
}

// An opened file can be read. Close must be called.
type opened struct {
	io.Reader
	closers []func() error
}

func (o *opened) Close() error {
	var all error
	for i := len(o.closers) - 1; i >= 0; i-- {
		all = errors.Join(all, o.closers[i]())
	}
	o.closers = nil
	return all
}

// open opens a file at the given offset, and decompresses it if its name says so. The offset of a
// compressed file must be 0.
func open(ctx context.Context, name string, offset int64) (_ *opened, err error) {
	o := &opened{}
	defer func() {
		if err != nil {
			o.Close() // the first error has the cause
		}
	}()
	fsys, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	o.closers = append(o.closers, fsys.Close)
	in, err := fsys.OpenRead(ctx, name)
	if err != nil {
		return nil, err
	}
	o.Reader = in
	o.closers = append(o.closers, in.Close)
	if offset > 0 {
		s, ok := in.(io.Seeker)
		if !ok {
			return nil, errors.New("cannot be read from the middle")
		}
		if _, err := s.Seek(offset, io.SeekStart); err != nil {
			return nil, err
		}
	}
	return o, o.unpack(unpack.FormOf(name))
}

// unpack decompresses the file.
func (o *opened) unpack(form string) error {
	if form == "" {
		return nil
	}
	z, err := unpack.NewReader(o.Reader, form)
	if err != nil {
		return err
	}
	o.Reader = z
	o.closers = append(o.closers, z.Close)
	return nil
}
