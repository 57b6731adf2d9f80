package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile gives a file new contents, all or nothing: whatever happens meanwhile, the
// file has the old ones or the new ones. They are written to a file beside it, which takes its
// name when they are on the disk. A program that is killed may leave that file behind.
//
// Mode and, where that is possible, owner stay. A symbolic link stays, and what it leads to
// is replaced. Other hard links keep the old contents.
func replaceFile(path string, data []byte) error {
	return replaceBy(path, func(f *os.File, like fs.FileInfo) error { return fill(f, data, like) })
}

// replaceBy is replaceFile with what fill writes to the new file. The new file is removed if fill
// fails or panics.
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

// fill writes to a new file, down to the disk, and makes it like the one it is to replace.
func fill(f *os.File, data []byte, like fs.FileInfo) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	keepOwner(f, like)
	if err := f.Chmod(like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
		return err
	}
	return f.Sync()
}
