package outputs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/internal/data/access"
	"github.com/assayjson/assay/internal/data/store"
)

// A File is the new contents of a file, which appear under its name completely or not at all:
// whatever happens, the file has either the old contents or the new contents. They are written to a
// temporary file in the same folder. When they are safely on the disk, Keep gives the temporary file
// its name. An interrupt removes the temporary file; a program that is killed may leave it behind.
//
// The mode and, if possible, the owner of an old file are preserved. If the path is that of a symbolic
// link to a file, that file is replaced. Other hard links keep the old contents.
type File struct {
	*os.File             // the temporary file; nil after Keep or Discard
	in       tree        // where the file is
	target   string      // the path of the file, without symbolic links
	old      fs.FileInfo // the file that is replaced, or nil
	like     fs.FileInfo // the file whose access a new file has, or nil
	read     *Version    // what is replaced; nil if it does not matter
	finished bool        // the temporary file is complete, on the disk and closed
	left     *unfinished // the temporary file
}

// ErrObject is the error for the name of an object where an output is expected.
var ErrObject = errors.New("outputs cannot be objects; write a file and copy it")

// ErrIsLink is the error for symbolic links in a folder that must not be left.
var ErrIsLink = errors.New("a symbolic link is not written")

// Open begins to write a file. It is an error if something other than a regular file has this name.
func Open(path string) (*File, error) { return OpenLike(path, nil) }

// OpenLike is like [Open]. In addition, if like is not nil and there is no old file, nobody gets access who has no access to the file
// that like describes. If possible, the new file has the same owner.
func OpenLike(path string, like fs.FileInfo) (*File, error) {
	if store.Is(path) {
		return nil, ErrObject
	}
	f := &File{in: everywhere{}, target: path, like: like}
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		f.target = target
		f.old, err = os.Stat(target)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return f, f.begin()
}

// OpenIn is like [Open] for a file in a folder. It never leaves the folder, whatever symbolic links are in it. It is an error if the
// file itself is a symbolic link.
func OpenIn(folder *os.Root, name string) (*File, error) {
	f := &File{in: folder, target: filepath.FromSlash(name)}
	old, err := folder.Lstat(f.target)
	switch {
	case err == nil && old.Mode()&fs.ModeSymlink != 0:
		return nil, ErrIsLink
	case err == nil:
		f.old = old
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return f, f.begin()
}

// begin creates the temporary file.
func (f *File) begin() (err error) {
	mode := fs.FileMode(0o666) // the umask decides
	switch {
	case f.old != nil && !f.old.Mode().IsRegular():
		return access.ErrNotRegular
	case f.old != nil:
		mode = 0o600 // others may not be allowed to read the old file
	case f.like != nil:
		mode = mode&f.like.Mode() | 0o200
	}
	f.File, f.left, err = createUnfinished(f.in, temporaryName(f.target), mode)
	return err
}

// finish makes sure that the contents are on the disk, and closes the temporary file. It returns ErrChanged if the file to
// replace does not have the contents that were read.
func (f *File) finish() error {
	if !f.finished {
		switch {
		case f.old == nil && f.like != nil:
			access.KeepOwner(f.File, f.like)
		case f.old != nil:
			if err := access.Keep(f.File, f.old); err != nil {
				return err
			}
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
		f.finished = true
	}
	if f.read != nil && f.read.exists {
		return f.read.check(f.in, f.target)
	}
	return nil
}

// Keep ends the file and gives it its name. After an error, only Discard may be called.
func (f *File) Keep() error {
	if err := f.finish(); err != nil {
		return err
	}
	if err := f.left.end(func() (bool, error) { return place(f.in, f.left.name, f.target, f.read) }); err != nil {
		return err
	}
	f.File = nil
	syncFolder(f.in, filepath.Dir(f.target))
	return nil
}

// Discard removes the temporary file, unless Keep has renamed it.
func (f *File) Discard() error {
	if f.File == nil {
		return nil
	}
	f.Close() // fails if the file has been closed
	f.File = nil
	return f.left.remove()
}
