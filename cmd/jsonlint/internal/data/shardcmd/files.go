package shardcmd

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/lint"
)

// fileToPlan returns what a plan has to know about a file, which must be an object or a regular file. Lists of S3 lack the
// content coding of objects. If such an object is compressed, only [shardRun.checkPiece] finds out that it cannot be divided.
func fileToPlan(f input.File) (shards.File, error) {
	planned, stored := shards.File{Name: f.Name}, f.Name
	if f.Store != nil {
		o := f.Object
		if o.Version == "" {
			var err error
			if o, err = f.Store.Stat(context.Background(), f.Name); err != nil {
				return planned, err
			}
		}
		planned.Size, planned.Version = o.Size, o.Version
		stored = input.StoredName(f.Name, o.Encoding)
	} else {
		info, err := os.Stat(f.Name)
		switch {
		case err != nil:
			return planned, err
		case !info.Mode().IsRegular():
			return planned, errors.New("is not a regular file")
		}
		planned.Size, planned.Version = info.Size(), shards.VersionOf(info)
	}
	d, _ := lint.DialectOf(input.Unpacked(stored))
	planned.Whole = isPacked(stored) || d == lint.JSONSeq
	return planned, nil
}

// isPacked reports whether a name has the extension of a compressed file.
func isPacked(name string) bool { return input.Unpacked(name) != name }

// A plannedReader reads a file of a plan.
type plannedReader struct {
	io.ReadCloser
	stored string // the name of the file, with the extension of its content coding if it is an object
}

var errPlanChanged = errors.New("has changed since the plan was made")

// openPlanned opens a file of the plan at an offset. It returns an error if the file is not what it was when
// the plan was made. Only objects are known to stay the same while they are read.
func openPlanned(std command.Stdio, file *shards.File, from int64) (in plannedReader, err error) {
	f := std.File(file.Name)
	switch {
	case f.Err != nil:
		return in, f.Err
	case f.Store == nil:
		opened, err := openPlannedFile(file, from)
		return plannedReader{opened, file.Name}, err
	}
	object, err := f.Store.Open(context.Background(), file.Name, file.Version, from)
	if err != nil {
		return in, err
	}
	o := object.Object()
	if o.Size != file.Size || o.Version != file.Version {
		object.Close()
		return in, store.ErrChanged
	}
	return plannedReader{object, input.StoredName(file.Name, o.Encoding)}, nil
}

// openPlannedFile is openPlanned for a file that is not an object.
func openPlannedFile(planned *shards.File, from int64) (*os.File, error) {
	file, err := os.Open(planned.Name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && (info.Size() != planned.Size || shards.VersionOf(info) != planned.Version) {
		err = errPlanChanged
	}
	if err == nil {
		_, err = file.Seek(from, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// isUnchanged returns an error if a file, which has been read, is no longer what it was when the plan was made.
func isUnchanged(planned *shards.File) error {
	if store.Is(planned.Name) { // all that has been read is of one version
		return nil
	}
	file, err := openPlannedFile(planned, 0)
	if err != nil {
		return err
	}
	return file.Close()
}
