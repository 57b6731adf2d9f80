package assaybeam

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/assayjson/assay/cloud/objects"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/lint"
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
	if known := (*FileError)(nil); errors.As(err, &known) {
		return known
	}
	return &FileError{file, cause(err)}
}

// stores are those of objects. Each worker makes its own, from its environment.
var stores = sync.OnceValue(func() store.Stores { return objects.Stores(os.Getenv) })

// A File is a file to check.
type File struct {
	Name     string
	Settings int // the index of its settings in [Options.Settings]
}

// A listed is a file and its place in the list of all files.
type listed struct {
	File
	Index int64
}

// An input is a file that has been examined. Its fields are exported for the coder.
type input struct {
	listed
	Size    int64  // of the file as it is, in bytes
	Version string // all workers read this one; "" if the file system does not tell versions
	Form    string // how the file is compressed, or ""
	Whole   bool   // the file cannot be divided, because it is compressed or in a foreign format, or cannot be read from the middle
}

// describe examines a file.
func describe(ctx context.Context, l listed) (f input, err error) {
	f = input{listed: l, Form: unpack.FormOf(l.Name)}
	if info, err := os.Stat(l.Name); err == nil && !info.Mode().IsRegular() { // opening a named pipe waits for a writer
		return f, errors.New("is not a regular file")
	}
	in, err := f.stored(ctx, 0)
	if err != nil {
		return f, err
	}
	defer in.Close()
	if object, ok := in.Reader.(store.Reader); ok {
		o := object.Object()
		f.Size, f.Version = o.Size, o.Version
		if f.Form == "" && (o.Encoding == unpack.Gzip || o.Encoding == unpack.Zstd) {
			f.Form = o.Encoding
		}
	} else if f.Size, f.Version, err = version(in.Reader); f.Version == "" && err == nil {
		f.Size, err = size(ctx, in.Reader, f.Name)
	}
	if err != nil {
		return f, err
	}
	if !canSeek(in.Reader) || f.Form != "" {
		f.Whole = true
		return f, nil
	}
	head := make([]byte, shards.HeadSize)
	n, err := io.ReadFull(in, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return f, err
	}
	f.Whole = !(&shards.Options{Dialect: lint.NDJSON}).IsDivisible(head[:n])
	return f, nil
}

// canSeek reports whether a file can be read from any offset.
func canSeek(in io.Reader) bool {
	_, isObject := in.(store.Reader)
	_, isFile := in.(io.Seeker)
	return isObject || isFile
}

// version returns the size and the version of a file, which is not an object. The version is "" if the file system does not tell it.
func version(in io.Reader) (size int64, version string, err error) {
	file, ok := in.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return 0, "", nil
	}
	info, err := file.Stat()
	if err != nil {
		return 0, "", err
	}
	return info.Size(), shards.VersionOf(info), nil
}

// size returns the size of a file, which has just been opened. A file that can seek is not opened once more for that.
func size(ctx context.Context, in io.Reader, name string) (int64, error) {
	if s, ok := in.(io.Seeker); ok {
		n, err := s.Seek(0, io.SeekEnd)
		if err == nil {
			_, err = s.Seek(0, io.SeekStart)
		}
		return n, err
	}
	fsys, err := filesystem.New(ctx, name)
	if err != nil {
		return 0, err
	}
	defer fsys.Close()
	return fsys.Size(ctx, name)
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

// open opens the file at the given offset, and decompresses it. The offset of a compressed file must be 0.
func (f *input) open(ctx context.Context, offset int64) (*opened, error) {
	o, err := f.stored(ctx, offset)
	if err != nil || f.Form == "" {
		return o, err
	}
	z, err := unpack.NewReader(o.Reader, f.Form)
	if err != nil {
		o.Close() // the first error has the cause
		return nil, err
	}
	o.Reader = z
	o.closers = append(o.closers, z.Close)
	return o, nil
}

// errChanged is the error of a file that is not the one that has been examined.
var errChanged = errors.New("has changed since the job began")

// isUnchanged returns an error if the file, which has been read, is no longer what it was when it was examined.
func (f *input) isUnchanged(ctx context.Context) error {
	if f.Version == "" || stores().Of(f.Name) != nil { // all that has been read is of one version
		return nil
	}
	in, err := f.stored(ctx, 0)
	if err != nil {
		return err
	}
	return in.Close()
}

// stored opens the file at the given offset, as it is stored. It returns errChanged if the file is not the one that has been
// examined.
func (f *input) stored(ctx context.Context, offset int64) (*opened, error) {
	s := stores().Of(f.Name)
	if s == nil {
		in, err := openFile(ctx, f.Name, offset)
		if err == nil && f.Version != "" {
			var now input
			now.Size, now.Version, err = version(in.Reader)
			if err == nil && (now.Size != f.Size || now.Version != f.Version) {
				err = errChanged
			}
			if err != nil {
				in.Close() // the first error has the cause
				return nil, err
			}
		}
		return in, err
	}
	in, err := s.Open(ctx, f.Name, f.Version, offset)
	if err != nil {
		return nil, err
	}
	if o := in.Object(); f.Version != "" && (o.Version != f.Version || o.Size != f.Size) {
		return nil, errors.Join(store.ErrChanged, in.Close())
	}
	return &opened{in, []func() error{in.Close}}, nil
}

// openFile opens a file of one of Beam's file systems at the given offset.
func openFile(ctx context.Context, name string, offset int64) (_ *opened, err error) {
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
	return o, nil
}
