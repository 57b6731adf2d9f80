package assaybeam

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/data/access"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/unpack"
)

// An output is a file under a temporary name. It also knows what it contains, as the ledger does. The zero value only counts.
type output struct {
	shards.Side
	name    string // the final one
	temp    string
	to      io.Writer
	closers []func() error // complete the file; in order
	abort   func() error   // removes the file
}

// create creates an output, whose temporary name begins with incomplete. The output is compressed if its name says so. An empty
// name stands for no file.
func create(ctx context.Context, name, incomplete string) (_ *output, err error) {
	o := &output{name: name}
	if name == "" {
		return o, nil
	}
	defer func() {
		if err != nil {
			err = &FileError{name, cause(err)}
		}
	}()
	if strings.Contains(name, "://") {
		err = o.createRemote(ctx, incomplete+rand.Text())
	} else {
		err = o.createLocal(incomplete + rand.Text())
	}
	if err != nil {
		return nil, err
	}
	b := bufio.NewWriterSize(o.to, 256<<10)
	o.to = b
	o.closers = append([]func() error{b.Flush}, o.closers...)
	return o, o.compress()
}

// createLocal creates a file, with the access that others have to the old one. Devices and the like cannot be replaced. Symbolic
// links are followed.
func (o *output) createLocal(temp string) error {
	old, err := access.Old(o.name)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o666) // the umask decides
	if old != nil {
		mode = 0o600 // others may not be allowed to read the old file
		if o.name, err = filepath.EvalSymlinks(o.name); err != nil {
			return err
		}
	}
	o.temp = filepath.Join(filepath.Dir(o.name), temp)
	f, err := os.OpenFile(o.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	o.to = f
	if old != nil {
		o.closers = append(o.closers, func() error { return access.Keep(f, old) })
	}
	o.closers = append(o.closers, f.Sync, f.Close)
	o.abort = func() error {
		f.Close() // may be closed already
		if err := os.Remove(o.temp); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return nil
}

// createRemote begins to write an object. In the object stores that Beam knows, an object appears when its writer is
// closed. An object that is complete is not removed.
func (o *output) createRemote(ctx context.Context, temp string) error {
	o.temp = o.name[:strings.LastIndexByte(o.name, '/')+1] + temp
	fsys, err := filesystem.New(ctx, o.temp)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	w, err := fsys.OpenWrite(ctx, o.temp)
	if err != nil {
		cancel()
		return errors.Join(err, fsys.Close())
	}
	o.to = w
	o.abort = func() error {
		cancel()
		return fsys.Close()
	}
	o.closers = []func() error{w.Close, func() error { return o.abort() }}
	return nil
}

func (o *output) compress() error {
	var z io.WriteCloser
	switch unpack.FormOf(o.name) {
	case "":
		return nil
	case unpack.Gzip:
		z = gzip.NewWriter(o.to)
	default:
		e, err := zstd.NewWriter(o.to, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		z = e
	}
	o.to = z
	o.closers = append([]func() error{z.Close}, o.closers...)
	return nil
}

// Write writes a part of the current input. A newline separates inputs if it must.
func (o *output) Write(p []byte) (n int, err error) {
	if n, err = o.Copy(o.to, p); err != nil {
		err = &FileError{o.name, cause(err)}
	}
	return n, err
}

// cause returns an error without the name of a temporary file.
func cause(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		return link.Err
	}
	return err
}

// complete completes the file under its temporary name.
func (o *output) complete() error {
	for _, f := range o.closers {
		if err := f(); err != nil {
			return &FileError{o.name, cause(err)}
		}
	}
	return nil
}

// commitAll gives all files their names: first those of an output, then those of the next one.
func commitAll(ctx context.Context, all []written) error {
	some := false // outputs may have been written
	for i := range all[0].Temp {
		for _, w := range all {
			if w.Temp[i] == "" {
				continue
			}
			isObject := strings.Contains(w.Final[i], "://") // which is copied, and then its other name is deleted
			err := rename(ctx, w.Temp[i], w.Final[i])
			some = some || isObject || errors.Is(err, fs.ErrNotExist) // an earlier try may have given this file its name
			switch {
			case err != nil && some:
				return &FileError{w.Final[i], fmt.Errorf("%w; %s", cause(err), SomeWritten)}
			case err != nil:
				return &FileError{w.Final[i], cause(err)}
			}
			some = true
		}
	}
	return nil
}

// SomeWritten is at the end of the error of a pipeline that has failed while it was giving the outputs their names.
const SomeWritten = "some outputs may have been written, and others are as they were"

func rename(ctx context.Context, from, to string) error {
	fsys, err := filesystem.New(ctx, to)
	if err != nil {
		return err
	}
	return errors.Join(filesystem.Rename(ctx, fsys, from, to), fsys.Close())
}

// abortAll removes all outputs.
func abortAll(all ...*output) error {
	var errs error
	for _, o := range all {
		if o != nil && o.abort != nil {
			errs = errors.Join(errs, o.abort())
		}
	}
	return errs
}
