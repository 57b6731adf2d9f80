package assaybeam

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/shards"
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
	if _, ok := in.(io.Seeker); !ok || compression(name) != "" {
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

// compression returns the name of the format in which a file is compressed, or an empty text.
func compression(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz":
		return "gzip"
	case ".zst":
		return "zstd"
	}
	return ""
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
	return o, o.unpack(compression(name))
}

// unpack decompresses the file.
func (o *opened) unpack(form string) error {
	if form == "" {
		return nil
	}
	r := bufio.NewReaderSize(o.Reader, 64<<10)
	magic := map[string][]byte{"gzip": {0x1F, 0x8B}, "zstd": {0x28, 0xB5, 0x2F, 0xFD}}[form]
	head, err := r.Peek(len(magic))
	switch {
	case err != nil && err != io.EOF:
		return err
	case len(head) == 0:
		return fmt.Errorf("invalid %s data: %w", form, io.ErrUnexpectedEOF)
	case !bytes.Equal(head, magic) && !(form == "zstd" && isSkippable(head)):
		return fmt.Errorf("not valid %s data, despite its name", form)
	}
	if form == "gzip" {
		z, err := gzip.NewReader(r)
		if err != nil {
			return unpackError(form, err)
		}
		o.Reader = unpacker{z, form}
		o.closers = append(o.closers, z.Close)
		return nil
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return unpackError(form, err)
	}
	o.Reader = unpacker{z, form}
	o.closers = append(o.closers, func() error { z.Close(); return nil })
	return nil
}

// isSkippable reports whether zstd data begins with a skippable frame (RFC 8878, section 3.1.2).
func isSkippable(head []byte) bool {
	return len(head) == 4 && head[0]&0xF0 == 0x50 && bytes.Equal(head[1:], []byte{0x2A, 0x4D, 0x18})
}

// An unpacker adds the name of the format to errors.
type unpacker struct {
	io.Reader
	form string
}

func (u unpacker) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = unpackError(u.form, err)
	}
	return n, err
}

func unpackError(form string, err error) error {
	return fmt.Errorf("invalid %s data: %w", form, err)
}
