package command

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// replaceFile replaces the contents of a file atomically: whatever happens, the file has either the
// old contents or the new contents. The new contents are written to a temporary file in the same
// folder. When they are safely on the disk, the temporary file is renamed. A program that is killed
// may leave the temporary file behind.
//
// The mode and, if possible, the owner are preserved. If path is a symbolic link, its target is
// replaced. Other hard links keep the old contents.
func replaceFile(path string, data []byte) error {
	return replaceBy(path, func(f *os.File, like fs.FileInfo) error { return fill(f, data, like) })
}

// createWhole writes a new file, as a whole or not at all.
func createWhole(path string, data []byte) error {
	name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".jsonlint-%d.tmp", rand.Uint64()))
	temporary, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // so that the umask decides about the mode
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	syncDir(filepath.Dir(path))
	return nil
}

// replaceBy is like replaceFile, but calls fill to write the new file. The new file is removed if
// fill fails or panics.
func replaceBy(path string, fill func(f *os.File, like fs.FileInfo) error) (err error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	dir := filepath.Dir(target)
	temporary, err := os.CreateTemp(dir, ".jsonlint-*.tmp")
	if err != nil {
		return err
	}
	replaced := false
	defer func() {
		if !replaced {
			temporary.Close()
			err = errors.Join(err, os.Remove(temporary.Name()))
		}
	}()
	if err := errors.Join(fill(temporary, info), temporary.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), target); err != nil {
		return err
	}
	replaced = true
	syncDir(dir)
	return nil
}

// fill writes data to a new file, and finishes it.
func fill(f *os.File, data []byte, like fs.FileInfo) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	return finish(f, like)
}

// finish gives a new file the owner and mode of the old file, and syncs it to the disk.
func finish(f *os.File, like fs.FileInfo) error {
	keepOwner(f, like)
	if err := f.Chmod(like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
		return err
	}
	return f.Sync()
}
