package outputs

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/internal/store"
)

// A File is the new contents of a file, which appear under its name completely or not at all:
// whatever happens, the file has either the old contents or the new contents. They are written to a
// temporary file in the same folder. When they are safely on the disk, Keep renames the temporary
// file. A program that is killed may leave the temporary file behind.
//
// The mode and, if possible, the owner of an old file are preserved. If the path is that of a symbolic
// link to a file, that file is replaced. Other hard links keep the old contents.
type File struct {
	*os.File             // the temporary file; nil after Keep or Discard
	target   string      // the path of the file, without symbolic links
	old      fs.FileInfo // the file that is replaced, or nil
	like     fs.FileInfo // the file whose access a new file has, or nil
	finished bool        // the temporary file is complete, on the disk and closed
}

// ErrObject is the error for the name of an object where an output is expected.
var ErrObject = errors.New("outputs cannot be objects; write a file and copy it")

// Open begins to write a file. It is an error if something other than a regular file has this name.
func Open(path string) (*File, error) { return OpenLike(path, nil) }

// OpenLike is like [Open]. In addition, if like is not nil and there is no old file, nobody gets access who has no access to the file
// that like describes. If possible, the new file has the same owner.
func OpenLike(path string, like fs.FileInfo) (*File, error) {
	if store.Is(path) {
		return nil, ErrObject
	}
	f := &File{target: path}
	mode := fs.FileMode(0o666) // the umask decides
	if like != nil {
		f.like = like
		mode = mode&like.Mode() | 0o200
	}
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		f.target, mode = target, 0o600 // others may not be allowed to read the old file
		f.old, err = os.Stat(target)
	}
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case f.old != nil && !f.old.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	temporary := filepath.Join(filepath.Dir(f.target), fmt.Sprintf(".jsonlint-%d.tmp", rand.Uint64()))
	f.File, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	return f, err
}

// finish makes sure that the contents are on the disk, and closes the temporary file.
func (f *File) finish() error {
	if f.finished {
		return nil
	}
	switch {
	case f.old == nil && f.like != nil:
		keepOwner(f.File, f.like)
	case f.old != nil:
		keepOwner(f.File, f.old)
		if err := f.Chmod(f.old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
			return err
		}
	}
	err := errors.Join(f.Sync(), f.Close())
	f.finished = err == nil
	return err
}

// Keep ends the file and gives it its name. After an error, only Discard may be called.
func (f *File) Keep() error {
	if err := f.finish(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), f.target); err != nil {
		return err
	}
	f.File = nil
	syncDir(filepath.Dir(f.target))
	return nil
}

// Discard removes the temporary file, unless Keep has renamed it.
func (f *File) Discard() error {
	if f.File == nil {
		return nil
	}
	f.Close() // fails if the file has been closed
	name := f.Name()
	f.File = nil
	return os.Remove(name)
}
