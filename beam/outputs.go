package assaybeam

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/unpack"
)

// An output is a file that appears when it is committed. It also knows what it contains, as the ledger does. The zero
// value only counts.
type output struct {
	shards.Side
	name    string
	to      io.Writer
	closers []func() error // complete the file; in order
	commit  func() error   // gives the file its name
	abort   func() error   // removes the file
}

// create creates an output. It is compressed if its name says so. An empty name stands for no file.
func create(ctx context.Context, name string) (_ *output, err error) {
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
		err = o.createRemote(ctx)
	} else {
		err = o.createLocal()
	}
	if err != nil {
		return nil, err
	}
	b := bufio.NewWriterSize(o.to, 256<<10)
	o.to = b
	o.closers = append([]func() error{b.Flush}, o.closers...)
	return o, o.compress()
}

// createLocal creates a temporary file beside the final one. Devices and the like cannot be replaced. Symbolic links are
// followed.
func (o *output) createLocal() error {
	final := o.name
	if info, err := os.Stat(final); err == nil {
		if !info.Mode().IsRegular() {
			return errors.New("not a regular file")
		}
		if final, err = filepath.EvalSymlinks(final); err != nil {
			return err
		}
	}
	temp := filepath.Join(filepath.Dir(final), ".assay-"+rand.Text())
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	o.to = f
	o.closers = []func() error{f.Sync, f.Close}
	o.commit = func() error { return os.Rename(temp, final) }
	o.abort = func() error {
		f.Close() // may be closed already
		return os.Remove(temp)
	}
	return nil
}

// createRemote begins to write an object. In the object stores that Beam knows, an object appears when its writer is
// closed.
func (o *output) createRemote(ctx context.Context) error {
	fsys, err := filesystem.New(ctx, o.name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	w, err := fsys.OpenWrite(ctx, o.name)
	if err != nil {
		cancel()
		return errors.Join(err, fsys.Close())
	}
	o.to = w
	o.commit = func() error {
		defer cancel()
		return errors.Join(w.Close(), fsys.Close())
	}
	o.abort = func() error {
		cancel()
		return fsys.Close()
	}
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

// commitAll completes all outputs, and then gives them their names, in order.
func commitAll(all ...*output) error {
	for _, o := range all {
		for _, f := range o.closers {
			if err := f(); err != nil {
				return &FileError{o.name, cause(err)}
			}
		}
	}
	for _, o := range all {
		if o.commit == nil {
			continue
		}
		if err := o.commit(); err != nil {
			return &FileError{o.name, cause(err)}
		}
		o.abort = nil
	}
	return nil
}

// abortAll removes all outputs that have not been committed.
func abortAll(all ...*output) error {
	var errs error
	for _, o := range all {
		if o != nil && o.abort != nil {
			errs = errors.Join(errs, o.abort())
		}
	}
	return errs
}
