package outputs

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
)

// ErrIsLink is the error of [WriteIn] for symbolic links.
var ErrIsLink = errors.New("a symbolic link is not written")

// WriteIn writes a file in a folder, completely or not at all, as described at [File]. It never leaves the folder, whatever
// symbolic links are in it, and does not write if the file itself is a symbolic link. When the new contents are safely on
// the disk, it calls check, and gives them the name of the file only if check returns nil; between the two, there is
// only a moment. If the file does not exist at that time, WriteIn creates it, and never replaces a file that
// has been created in between: the error is then fs.ErrExist.
func WriteIn(folder *os.Root, name string, text []byte, check func() error) (err error) {
	old, err := folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return err
	case old.Mode()&fs.ModeSymlink != 0:
		return ErrIsLink
	case !old.Mode().IsRegular():
		return errors.New("not a regular file")
	}
	mode := fs.FileMode(0o666) // the umask decides
	if old != nil {
		mode = 0o600
	}
	temporary := path.Join(path.Dir(name), fmt.Sprintf(".jsonlint-%d.tmp", rand.Uint64()))
	f, err := folder.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	isThere := true // the temporary file
	defer func() {
		if isThere {
			err = errors.Join(err, folder.Remove(temporary))
		}
	}()
	if err := fill(f, text, old); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	if old == nil {
		err = folder.Link(temporary, name) // unlike Rename, it fails if the file exists
	} else if err = folder.Rename(temporary, name); err == nil {
		isThere = false
	}
	if err == nil {
		syncIn(folder, path.Dir(name))
	}
	return err
}

// fill writes the contents of a new file, and makes sure that they are on the disk. The old file may be nil.
func fill(f *os.File, text []byte, old fs.FileInfo) error {
	_, err := f.Write(text)
	if err == nil && old != nil {
		keepOwner(f, old)
		err = f.Chmod(old.Mode() & fs.ModePerm)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncIn is like syncDir.
func syncIn(folder *os.Root, name string) {
	d, err := folder.Open(name)
	if err != nil {
		return // the user is not allowed to read the folder
	}
	defer d.Close()
	d.Sync() // some file systems do not support this, but the contents are safe anyway
}
